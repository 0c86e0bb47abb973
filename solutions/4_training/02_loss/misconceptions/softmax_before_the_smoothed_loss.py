"""smoothed_loss takes the softmax twice: probabilities are passed on as if they were logits.

log_softmax and cross_entropy take logits: remove the softmax before them.
"""

import torch


def smoothed_loss(logits, labels, pad, smoothing):
    vocab_size = logits.shape[-1]
    p = torch.full_like(logits, smoothing / (vocab_size - 2)).scatter(-1, labels[..., None], 1 - smoothing)
    p[..., pad] = 0
    p[labels == pad] = 0
    log_q = torch.log_softmax(torch.softmax(logits, dim=-1), dim=-1)
    return -(p * log_q).sum() / max(1, int((labels != pad).sum()))
