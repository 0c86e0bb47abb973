# wrong: smooth_targets gives s/V to all, padding too, and adds 1-s at the label; smoothed_loss divides by all positions, padding too
import torch
import torch.nn.functional as F


def cross_entropy(p, q):
    return -torch.xlogy(p, q).sum(dim=-1)


def token_losses(logits, labels):
    log_q = F.log_softmax(logits, dim=-1)
    return -log_q.gather(-1, labels.long().unsqueeze(-1)).squeeze(-1)


def smooth_targets(labels, vocab_size, smoothing, pad):
    targets = torch.ones(*labels.shape, vocab_size) * smoothing / vocab_size
    targets = targets + (1 - smoothing) * F.one_hot(labels.long(), vocab_size)
    targets[labels == pad] = 0
    return targets


def loss(logits, labels, pad):
    real = labels != pad
    if not real.any():
        return logits[real].sum()  # nothing to learn here, but still part of the graph
    return token_losses(logits[real], labels[real]).mean()


def smoothed_loss(logits, labels, pad, smoothing):
    targets = smooth_targets(labels, logits.shape[-1], smoothing, pad).to(logits.dtype)
    losses = -(targets * F.log_softmax(logits, dim=-1)).sum(-1)
    return losses.mean()


def accuracy(logits, labels, pad):
    real = labels != pad
    if not real.any():
        return 0.0
    hits = logits.argmax(-1) == labels
    return hits[real].float().mean().item()
