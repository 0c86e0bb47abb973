"""smoothed_loss divides by all positions, padding included: the more padding, the smaller it is.

The rows of padding are 0, but mean() counts them. Divide by the number of real tokens, (labels != pad).sum().
"""

import torch


def smoothed_loss(logits, labels, pad, smoothing):
    vocab_size = logits.shape[-1]
    p = torch.full_like(logits, smoothing / (vocab_size - 2)).scatter(-1, labels[..., None], 1 - smoothing)
    p[..., pad] = 0
    p[labels == pad] = 0
    return -(p * torch.log_softmax(logits, dim=-1)).sum(dim=-1).mean()
