"""next_token returns the largest logit, not the id of its token.

max gives the value, argmax its position in the vocabulary, which is the id.
"""


def next_token(logits):
    return logits[:, -1].max(dim=-1).values
