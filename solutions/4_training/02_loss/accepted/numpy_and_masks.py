"""numpy where no gradient is needed; in the loss a mask times the losses of all positions."""

import numpy as np
import torch


def cross_entropy(p, q):
    p, q = np.asarray(p), np.asarray(q)
    logs = np.log(q, where=p > 0, out=np.zeros_like(q))
    return -np.sum(p * logs, axis=-1)


def token_losses(logits, labels):
    logits, labels = np.asarray(logits), np.asarray(labels)
    shifted = logits - logits.max(axis=-1, keepdims=True)
    right = np.take_along_axis(shifted, labels[..., None], axis=-1)[..., 0]
    return np.log(np.exp(shifted).sum(axis=-1)) - right


def smooth_targets(labels, vocab_size, smoothing, pad):
    labels = np.asarray(labels)
    table = np.full((vocab_size, vocab_size), smoothing / (vocab_size - 2))  # a row for every possible labels
    np.fill_diagonal(table, 1 - smoothing)
    table[pad] = table[:, pad] = 0
    return table[labels]


def loss(logits, labels, pad):
    real = (labels != pad).to(logits.dtype)
    log_q = torch.log_softmax(logits, dim=-1)
    batch, position = torch.meshgrid(*map(torch.arange, labels.shape), indexing="ij")
    return -(log_q[batch, position, labels] * real).sum() / torch.clamp(real.sum(), min=1)


def smoothed_loss(logits, labels, pad, smoothing):
    real = (labels != pad).to(logits.dtype)
    soft = torch.as_tensor(smooth_targets(labels, logits.shape[-1], smoothing, pad), dtype=logits.dtype)
    losses = -(soft * torch.log_softmax(logits, dim=-1)).sum(-1)
    return (losses * real).sum() / torch.clamp(real.sum(), min=1)


def accuracy(logits, labels, pad):
    labels = np.asarray(labels)
    real = labels != pad
    right = np.asarray(logits).argmax(axis=-1)[real] == labels[real]
    return np.mean(right) if right.size else 0.0
