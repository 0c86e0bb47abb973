"""The loss takes the softmax twice: probabilities are passed on as if they were logits.

It then cannot fall below ln(1 + (V − 1)/e), however good the model. cross_entropy and log_softmax take logits: remove
the softmax before them.
"""

import torch
from torch.nn import functional


def loss(logits, labels, pad):
    probabilities = torch.softmax(logits, dim=-1)
    return functional.cross_entropy(probabilities.flatten(0, 1), labels.flatten(), ignore_index=pad)
