"""smooth_targets gives padding a share of the smoothing.

The model would learn to predict padding. It is not a word: share among the V − 2 others, and give padding 0.
"""

import torch


def smooth_targets(labels, vocab_size, smoothing, pad):
    p = torch.full((*labels.shape, vocab_size), smoothing / (vocab_size - 1))
    p.scatter_(-1, labels[..., None], 1 - smoothing)
    p[labels == pad] = 0
    return p
