# wrong: both losses set the padding to 0 and then take mean() over all positions, so the divisor counts the padding too.
import torch
import torch.nn.functional as F


def cross_entropy(p, q):
    return -torch.xlogy(p, q).sum(-1)


def token_losses(logits, labels):
    return -logits.log_softmax(-1).gather(-1, labels.unsqueeze(-1)).squeeze(-1)


def smooth_targets(labels, vocab_size, smoothing, pad):
    hot = F.one_hot(labels, vocab_size).float()
    others = 1 - hot
    others[..., pad] = 0
    result = hot * (1 - smoothing) + others * smoothing / (vocab_size - 2)
    return result * (labels != pad).float().unsqueeze(-1)


def loss(logits, labels, pad):
    losses = token_losses(logits, labels)
    losses = losses.masked_fill(labels == pad, 0.0)
    return losses.mean()


def smoothed_loss(logits, labels, pad, smoothing):
    soft = smooth_targets(labels, logits.shape[-1], smoothing, pad)
    losses = -(soft.to(logits.dtype) * logits.log_softmax(-1)).sum(-1)
    return losses.mean()


def accuracy(logits, labels, pad):
    real = labels.ne(pad)
    right = logits.argmax(-1).eq(labels).logical_and(real)
    return float(right.sum()) / max(float(real.sum()), 1.0)
