"""torch's own cross_entropy, with ids or with distributions as its target, and xlogy."""

import torch
from torch.nn import functional


def cross_entropy(p, q):
    return torch.xlogy(p, q).sum(dim=-1).neg()


def token_losses(logits, target):
    flat = functional.cross_entropy(logits.reshape(-1, logits.shape[-1]), target.reshape(-1), reduction="none")
    return flat.reshape(target.shape)


def smooth_targets(target, vocab_size, smoothing, pad):
    hard = functional.one_hot(target, vocab_size)
    words = functional.one_hot(torch.tensor(pad), vocab_size).logical_not()
    soft = (1 - smoothing) * hard + smoothing / (vocab_size - 2) * (1 - hard)
    return soft * words * (target != pad).unsqueeze(-1)


def loss(logits, target, pad):
    total = functional.cross_entropy(logits.transpose(1, 2), target, ignore_index=pad, reduction="sum")
    return total / target.ne(pad).sum().clamp(min=1)


def smoothed_loss(logits, target, pad, smoothing):
    soft = smooth_targets(target, logits.shape[-1], smoothing, pad).to(logits)
    total = functional.cross_entropy(logits.flatten(0, 1), soft.flatten(0, 1), reduction="sum")
    return total / target.ne(pad).sum().clamp(min=1)


def accuracy(logits, target, pad):
    real = target.ne(pad)
    if not real.any():
        return torch.tensor(0.0)
    return logits.argmax(-1)[real].eq(target[real]).to(logits.dtype).mean()
