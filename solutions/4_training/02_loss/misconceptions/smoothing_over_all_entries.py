"""smooth_targets shares the smoothing among all V entries, padding and the right word too.

torch's label_smoothing does so. Here the right word keeps 1 − smoothing, padding gets 0, and V − 2 others share.
"""

import torch


def smooth_targets(labels, vocab_size, smoothing, pad):
    p = torch.full((*labels.shape, vocab_size), smoothing / vocab_size)
    p.scatter_(-1, labels[..., None], 1 - smoothing + smoothing / vocab_size)
    p[labels == pad] = 0
    return p
