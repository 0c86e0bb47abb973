"""smooth_targets gives padding a part of the smoothing.

The model would learn to say padding. It is no word: share among the V − 2 others, and give padding 0.
"""

import torch


def smooth_targets(target, vocab_size, smoothing, pad):
    p = torch.full((*target.shape, vocab_size), smoothing / (vocab_size - 1))
    p.scatter_(-1, target[..., None], 1 - smoothing)
    p[target == pad] = 0
    return p
