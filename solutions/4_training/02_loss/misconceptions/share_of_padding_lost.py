"""smooth_targets divides by V − 1 and then sets padding to 0: its share is lost, and the rows do not add up to 1.

There are V − 2 other words, neither the right one nor padding. Divide by that.
"""

import torch


def smooth_targets(labels, vocab_size, smoothing, pad):
    p = torch.full((*labels.shape, vocab_size), smoothing / (vocab_size - 1))
    p.scatter_(-1, labels[..., None], 1 - smoothing)
    p[..., pad] = 0
    p[labels == pad] = 0
    return p
