"""token_losses takes the logarithm of a softmax: a very unlikely word has probability 0, and its loss is ∞.

Use log q = logit − log Σ exp(logits), with torch.logsumexp or torch.log_softmax. Neither computes the tiny number.
"""

import torch


def token_losses(logits, labels):
    return -torch.log(torch.softmax(logits, dim=-1)).gather(-1, labels[..., None])[..., 0]
