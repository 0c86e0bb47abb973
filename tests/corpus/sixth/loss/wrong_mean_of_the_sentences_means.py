# wrong: loss and smoothed_loss average the means of the sentences; sentences of different lengths.
import torch


def cross_entropy(p, q):
    terms = torch.where(p > 0, p * torch.log(torch.where(p > 0, q, torch.ones_like(q))), torch.zeros_like(p))
    return -terms.sum(dim=-1)


def token_losses(logits, labels):
    log_probs = torch.log_softmax(logits, dim=-1)
    return -log_probs.gather(-1, labels.long().unsqueeze(-1)).squeeze(-1)


def smooth_targets(labels, vocab_size, smoothing, pad):
    words = torch.arange(vocab_size, device=labels.device)
    right = labels.unsqueeze(-1) == words
    rows = torch.full(right.shape, smoothing / (vocab_size - 2), dtype=torch.float64, device=labels.device)
    rows[right] = 1 - smoothing
    rows[..., pad] = 0
    rows[labels == pad] = 0
    return rows


def _mean(losses, labels, pad):
    real = labels != pad
    totals = torch.where(real, losses, torch.zeros_like(losses)).sum(dim=-1)
    means = totals / real.sum(dim=-1).clamp(min=1)
    return means.sum() / real.any(dim=-1).sum().clamp(min=1)


def loss(logits, labels, pad):
    return _mean(token_losses(logits, labels), labels, pad)


def smoothed_loss(logits, labels, pad, smoothing):
    targets = smooth_targets(labels, logits.shape[-1], smoothing, pad).to(logits.dtype)
    return _mean(-(targets * torch.log_softmax(logits, dim=-1)).sum(dim=-1), labels, pad)


def accuracy(logits, labels, pad):
    real = labels != pad
    if not real.any():
        return 0.0
    return (logits.argmax(dim=-1) == labels)[real].double().mean().item()
