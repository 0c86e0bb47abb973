"""next_token reads the first position instead of the last.

The first position speaks about the token after SOS, which was said long ago. The token to come is at the
last position: logits[:, -1].
"""


def next_token(logits):
    return logits[:, 0].argmax(dim=-1)
