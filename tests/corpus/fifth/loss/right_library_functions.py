# right: torch.nn.functional: cross_entropy with class indices and with class probabilities, reduction sum, xlogy and one_hot.
import torch
from torch.nn import functional as F


def cross_entropy(p, q):
    return -torch.xlogy(p, q).sum(dim=-1)


def token_losses(logits, labels):
    flat = F.cross_entropy(logits.reshape(-1, logits.shape[-1]), labels.reshape(-1), reduction="none")
    return flat.reshape(labels.shape)


def _targets(labels, vocab_size, smoothing, pad):
    right = F.one_hot(labels, vocab_size).double()
    words = (torch.arange(vocab_size) != pad).double()
    real = (labels != pad).double().unsqueeze(-1)
    return real * ((1 - smoothing) * right + smoothing / (vocab_size - 2) * (words - right))


def smooth_targets(labels, vocab_size, smoothing, pad):
    return _targets(labels, vocab_size, smoothing, pad).float()


def loss(logits, labels, pad):
    count = max(int((labels != pad).sum()), 1)
    return F.cross_entropy(logits.transpose(1, 2), labels, ignore_index=pad, reduction="sum") / count


def smoothed_loss(logits, labels, pad, smoothing):
    count = max(int((labels != pad).sum()), 1)
    targets = _targets(labels, logits.shape[-1], smoothing, pad).to(logits.dtype)
    return F.cross_entropy(logits.flatten(0, 1), targets.flatten(0, 1), reduction="sum") / count


def accuracy(logits, labels, pad):
    real = labels.ne(pad)
    hits = logits.max(dim=-1).indices.eq(labels).logical_and(real)
    return int(hits.sum()) / max(int(real.sum()), 1)
