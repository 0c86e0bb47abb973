# wrong: smoothed_loss uses label_smoothing of the library, which shares s among all entries, the right one and padding included; any smoothing above 0.
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
    total = F.cross_entropy(
        logits.transpose(1, 2), labels, ignore_index=pad, label_smoothing=smoothing, reduction="sum"
    )
    return total / count


def accuracy(logits, labels, pad):
    real = labels.ne(pad)
    hits = logits.max(dim=-1).indices.eq(labels).logical_and(real)
    return int(hits.sum()) / max(int(real.sum()), 1)
