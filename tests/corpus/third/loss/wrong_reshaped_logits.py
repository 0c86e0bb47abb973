# wrong: loss gives F.cross_entropy logits.reshape(batch, vocab, position) where a transpose is needed, which mixes the positions whenever there is more than one.
import torch
from torch.nn import functional as F


def cross_entropy(p, q):
    return -(torch.special.xlogy(p, q)).sum(-1)


def token_losses(logits, labels):
    return -torch.log_softmax(logits, -1).gather(-1, labels.unsqueeze(-1)).squeeze(-1)


def smooth_targets(labels, vocab_size, smoothing, pad):
    targets = torch.zeros(*labels.shape, vocab_size)
    ids = torch.arange(vocab_size)
    targets[..., ids != pad] = smoothing / (vocab_size - 2)
    targets.scatter_(-1, labels.unsqueeze(-1), 1.0 - smoothing)
    targets[labels == pad] = 0.0
    return targets


def loss(logits, labels, pad):
    batch, position, vocab_size = logits.shape
    n_real = torch.count_nonzero(labels != pad).clamp(min=1)
    # cross_entropy wants the classes as the second axis
    z = logits.reshape(batch, vocab_size, position)
    return F.cross_entropy(z, labels, ignore_index=pad, reduction="sum") / n_real


def smoothed_loss(logits, labels, pad, smoothing):
    targets = smooth_targets(labels, logits.shape[-1], smoothing, pad).to(logits.dtype)
    n_real = torch.count_nonzero(labels != pad).clamp(min=1)
    return -(targets * torch.log_softmax(logits, -1)).sum() / n_real


def accuracy(logits, labels, pad):
    real = labels != pad
    correct = (torch.argmax(logits, -1) == labels)[real]
    return correct.sum().item() / correct.numel() if correct.numel() else 0.0
