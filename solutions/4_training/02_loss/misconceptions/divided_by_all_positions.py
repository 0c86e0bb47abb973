"""The loss sets padding to 0, but still divides by all positions: the more padding, the smaller the loss.

Divide by the number of real tokens, (target != pad).sum(). mean() counts the zeros too.
"""

from torch.nn import functional


def loss(logits, target, pad):
    losses = functional.cross_entropy(logits.transpose(1, 2), target, reduction="none")
    return (losses * (target != pad)).mean()
