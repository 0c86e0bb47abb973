"""next_token takes the last sentence of the batch, not the last position.

The axes are (batch, position, vocab_size), batch first: logits[-1] is a sentence, logits[:, -1] a position.
"""


def next_token(logits):
    return logits[-1].argmax(dim=-1)
