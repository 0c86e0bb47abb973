# wrong: smoothed_loss puts the softmax into cross_entropy; a word with probability 0 in the computer makes it infinite
import torch


def cross_entropy(p, q):
    return -torch.special.xlogy(p, q).sum(dim=-1)


def token_losses(logits, labels):
    return -torch.log_softmax(logits, dim=-1).gather(-1, labels.unsqueeze(-1)).squeeze(-1)


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
    real = labels != pad
    soft = smooth_targets(labels, logits.shape[-1], smoothing, pad).to(logits.dtype)
    q = torch.exp(logits - torch.logsumexp(logits, dim=-1, keepdim=True))
    return cross_entropy(soft, q)[real].sum() / max(int(real.sum()), 1)


def accuracy(logits, labels, pad):
    real = labels != pad
    hits = (logits.argmax(dim=-1) == labels) & real
    return float(hits.sum()) / max(int(real.sum()), 1)
