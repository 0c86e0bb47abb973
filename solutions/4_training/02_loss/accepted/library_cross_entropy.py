"""torch's own cross_entropy, with ids or with distributions as its target, and xlogy."""

import torch
from torch.nn import functional


def cross_entropy(p, q):
    return torch.xlogy(p, q).sum(dim=-1).neg()


def token_losses(logits, labels):
    flat = functional.cross_entropy(logits.reshape(-1, logits.shape[-1]), labels.reshape(-1), reduction="none")
    return flat.reshape(labels.shape)


def smooth_targets(labels, vocab_size, smoothing, pad):
    hard = functional.one_hot(labels, vocab_size)
    words = functional.one_hot(torch.tensor(pad), vocab_size).logical_not()
    soft = (1 - smoothing) * hard + smoothing / (vocab_size - 2) * (1 - hard)
    return soft * words * (labels != pad).unsqueeze(-1)


def loss(logits, labels, pad):
    total = functional.cross_entropy(logits.transpose(1, 2), labels, ignore_index=pad, reduction="sum")
    return total / labels.ne(pad).sum().clamp(min=1)


def smoothed_loss(logits, labels, pad, smoothing):
    soft = smooth_targets(labels, logits.shape[-1], smoothing, pad).to(logits)
    total = functional.cross_entropy(logits.flatten(0, 1), soft.flatten(0, 1), reduction="sum")
    return total / labels.ne(pad).sum().clamp(min=1)


def accuracy(logits, labels, pad):
    real = labels.ne(pad)
    if not real.any():
        return torch.tensor(0.0)
    return logits.argmax(-1)[real].eq(labels[real]).to(logits.dtype).mean()
