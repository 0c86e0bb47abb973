"""The loss is right, but cut off from the logits: nothing can be learned from it.

.item(), float(...), .numpy(), .detach() and torch.tensor(...) give a number without its graph. Use them only for
printing.
"""

import torch
from torch.nn import functional


def loss(logits, labels, pad):
    value = functional.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=pad)
    return torch.tensor(value.item())
