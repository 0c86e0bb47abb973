"""numpy where no gradient is needed; in the loss a mask times the losses of all positions."""

import numpy as np
import torch


def cross_entropy(p, q):
    p, q = np.asarray(p), np.asarray(q)
    logs = np.log(q, where=p > 0, out=np.zeros_like(q))
    return -np.sum(p * logs, axis=-1)


def token_losses(logits, target):
    logits, target = np.asarray(logits), np.asarray(target)
    shifted = logits - logits.max(axis=-1, keepdims=True)
    right = np.take_along_axis(shifted, target[..., None], axis=-1)[..., 0]
    return np.log(np.exp(shifted).sum(axis=-1)) - right


def smooth_targets(target, vocab_size, smoothing, pad):
    target = np.asarray(target)
    table = np.full((vocab_size, vocab_size), smoothing / (vocab_size - 2))  # a row for every possible target
    np.fill_diagonal(table, 1 - smoothing)
    table[pad] = table[:, pad] = 0
    return table[target]


def loss(logits, target, pad):
    real = (target != pad).to(logits.dtype)
    log_q = torch.log_softmax(logits, dim=-1)
    batch, position = torch.meshgrid(*map(torch.arange, target.shape), indexing="ij")
    return -(log_q[batch, position, target] * real).sum() / torch.clamp(real.sum(), min=1)


def smoothed_loss(logits, target, pad, smoothing):
    real = (target != pad).to(logits.dtype)
    soft = torch.as_tensor(smooth_targets(target, logits.shape[-1], smoothing, pad), dtype=logits.dtype)
    losses = -(soft * torch.log_softmax(logits, dim=-1)).sum(-1)
    return (losses * real).sum() / torch.clamp(real.sum(), min=1)


def accuracy(logits, target, pad):
    target = np.asarray(target)
    real = target != pad
    right = np.asarray(logits).argmax(axis=-1)[real] == target[real]
    return np.mean(right) if right.size else 0.0
