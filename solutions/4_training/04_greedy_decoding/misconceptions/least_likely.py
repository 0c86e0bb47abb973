"""next_token takes the least likely token.

The largest logit has the largest probability: argmax, or the end of an ascending order.
"""


def next_token(logits):
    return logits[:, -1].argmin(dim=-1)
