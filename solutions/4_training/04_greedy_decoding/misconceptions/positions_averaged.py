"""next_token averages the logits of all positions.

The earlier positions predict tokens that are already there. Take the last position, logits[:, -1].
"""


def next_token(logits):
    return logits.mean(dim=1).argmax(dim=-1)
