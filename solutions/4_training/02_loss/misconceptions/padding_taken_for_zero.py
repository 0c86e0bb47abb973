"""smooth_targets assumes that the padding has the id 0.

Padding is the id that is passed in: set p[..., pad] to 0, and the rows where labels == pad.
"""

import torch


def smooth_targets(labels, vocab_size, smoothing, pad):
    p = torch.full((*labels.shape, vocab_size), smoothing / (vocab_size - 2))
    p.scatter_(-1, labels[..., None], 1 - smoothing)
    p[..., 0] = 0
    p[labels == 0] = 0
    return p
