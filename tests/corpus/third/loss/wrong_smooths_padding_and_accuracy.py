# wrong: two mistakes: smooth_targets shares the smoothing among all V - 1 other entries, padding included, and accuracy is the mean over all positions.
import numpy as np
import torch
import torch.nn.functional as F


def cross_entropy(p, q):
    p, q = np.asarray(p), np.asarray(q)
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = np.where(p > 0, p * np.log(q), 0.0)
    return torch.tensor(-terms.sum(-1))


def token_losses(logits, labels):
    log_probs = F.log_softmax(logits, dim=-1)
    picked = torch.take_along_dim(log_probs, labels.unsqueeze(-1), -1)
    return -picked.squeeze(-1)


def smooth_targets(labels, vocab_size, smoothing, pad):
    one_hot = F.one_hot(labels, vocab_size).to(torch.get_default_dtype())
    soft = one_hot * (1 - smoothing) + (1 - one_hot) * smoothing / (vocab_size - 1)
    soft[labels == pad] = 0.0
    return soft


def loss(logits, labels, pad):
    weights = (labels != pad).to(logits.dtype)
    return (weights * token_losses(logits, labels)).sum() / torch.clamp(weights.sum(), min=1.0)


def smoothed_loss(logits, labels, pad, smoothing):
    weights = (labels != pad).to(logits.dtype)
    soft = smooth_targets(labels, logits.shape[-1], smoothing, pad).to(logits.dtype)
    return -(soft * F.log_softmax(logits, -1)).sum() / torch.clamp(weights.sum(), min=1.0)


def accuracy(logits, labels, pad):
    if bool((labels == pad).all()):
        return 0.0
    return (logits.argmax(dim=-1) == labels).float().mean().item()
