"""next_token reads the first position instead of the last.

The first position predicts the token after SOS, which is already there. The token to come is at the last
position: logits[:, -1].
"""


def next_token(logits):
    return logits[:, 0].argmax(dim=-1)
