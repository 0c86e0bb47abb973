# wrong: token_losses takes the log of the softmax, so a hopeless word costs infinity
import torch


def cross_entropy(p, q):
    return -torch.special.xlogy(p, q).sum(dim=-1)


def token_losses(logits, labels):
    q = torch.softmax(logits, dim=-1)
    return -q.gather(-1, labels[..., None])[..., 0].log()


def smooth_targets(labels, vocab_size, smoothing, pad):
    out = torch.full((*labels.shape, vocab_size), smoothing / (vocab_size - 2), dtype=torch.float64)
    out.scatter_(-1, labels.unsqueeze(-1), 1.0 - smoothing)
    out[..., pad] = 0.0
    out[labels == pad] = 0.0
    return out


def _mean(costs, real):
    return (costs * real).sum() / real.sum().clamp(min=1)


def loss(logits, labels, pad):
    return _mean(token_losses(logits, labels), labels != pad)


def smoothed_loss(logits, labels, pad, smoothing):
    targets = smooth_targets(labels, logits.shape[-1], smoothing, pad).to(logits.dtype)
    return _mean(-(targets * torch.log_softmax(logits, dim=-1)).sum(dim=-1), labels != pad)


def accuracy(logits, labels, pad):
    real = labels != pad
    hits = (logits.argmax(dim=-1) == labels) & real
    return float(hits.sum()) / max(int(real.sum()), 1)
