"""smooth_targets leaves out the last word of the vocabulary as if it were the padding.

The padding can have any id: set p[..., pad] to 0, not p[..., -1].
"""

import torch


def smooth_targets(labels, vocab_size, smoothing, pad):
    p = torch.full((*labels.shape, vocab_size), smoothing / (vocab_size - 2))
    p[..., -1] = 0
    p.scatter_(-1, labels[..., None], 1 - smoothing)
    p[labels == pad] = 0
    return p
