# wrong: loss and smoothed_loss count real tokens and keep that many from the left; padding in front of words.
import torch


def _real(labels, pad):
    lengths = (labels != pad).sum(1)
    return torch.arange(labels.shape[1]).unsqueeze(0) < lengths.unsqueeze(1)


def cross_entropy(p, q):
    return -torch.where(p > 0, p * q.log(), torch.zeros_like(p)).sum(-1)


def token_losses(logits, labels):
    right = logits.gather(-1, labels.long().unsqueeze(-1)).squeeze(-1)
    return logits.logsumexp(-1) - right


def _soft(labels, vocab_size, smoothing, pad, dtype):
    share = smoothing / (vocab_size - 2)
    targets = torch.full((*labels.shape, vocab_size), share, dtype=dtype)
    targets.scatter_(-1, labels.long().unsqueeze(-1), 1 - smoothing)
    targets[..., pad] = 0
    targets[labels == pad] = 0
    return targets


def smooth_targets(labels, vocab_size, smoothing, pad):
    return _soft(labels, vocab_size, smoothing, pad, torch.get_default_dtype())


def loss(logits, labels, pad):
    real = _real(labels, pad)
    return token_losses(logits, labels)[real].sum() / real.sum().clamp(min=1)


def smoothed_loss(logits, labels, pad, smoothing):
    targets = _soft(labels, logits.shape[-1], smoothing, pad, logits.dtype)
    each = -(targets * logits.log_softmax(-1)).sum(-1)
    real = _real(labels, pad)
    return each[real].sum() / real.sum().clamp(min=1)


def accuracy(logits, labels, pad):
    real = labels != pad
    if not real.any():
        return 0.0
    return (logits.argmax(-1)[real] == labels[real]).double().mean().item()
