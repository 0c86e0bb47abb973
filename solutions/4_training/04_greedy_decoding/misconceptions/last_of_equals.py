"""next_token takes the last of equally likely tokens.

The order is right, but of equal logits take the one with the smallest id. argmax does that; the end of a sorted list
does not.
"""


def next_token(logits):
    return logits[:, -1].argsort(dim=-1, stable=True)[:, -1]
