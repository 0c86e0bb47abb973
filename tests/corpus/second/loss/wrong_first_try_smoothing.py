# wrong: smooth_targets: library's rule (s / V for all, also padding); smoothed_loss divides by all positions; accuracy counts padding
import torch
import torch.nn.functional as F


def cross_entropy(p, q):
    return -torch.special.xlogy(p, q).sum(dim=-1)


def token_losses(logits, labels):
    log_q = F.log_softmax(logits, dim=-1)
    return -log_q.gather(-1, labels.unsqueeze(-1)).squeeze(-1)


def smooth_targets(labels, vocab_size, smoothing, pad):
    one_hot = F.one_hot(labels, vocab_size).double()
    targets = one_hot * (1 - smoothing) + smoothing / vocab_size
    return targets * (labels != pad).unsqueeze(-1)


def loss(logits, labels, pad):
    real = labels != pad
    losses = token_losses(logits, labels)
    return losses[real].sum() / real.sum().clamp(min=1)


def smoothed_loss(logits, labels, pad, smoothing):
    targets = smooth_targets(labels, logits.shape[-1], smoothing, pad).to(logits.dtype)
    losses = -(targets * F.log_softmax(logits, dim=-1)).sum(dim=-1)
    return losses.mean()


def accuracy(logits, labels, pad):
    return (logits.argmax(dim=-1) == labels).double().mean().item()
