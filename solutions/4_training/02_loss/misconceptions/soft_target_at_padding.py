"""smooth_targets makes a soft target where there is only padding.

There is nothing to predict there, so the row must be zeros; otherwise it counts in the loss. p[labels == pad] = 0.
"""

import torch


def smooth_targets(labels, vocab_size, smoothing, pad):
    p = torch.full((*labels.shape, vocab_size), smoothing / (vocab_size - 2))
    p.scatter_(-1, labels[..., None], 1 - smoothing)
    p[..., pad] = 0
    return p
