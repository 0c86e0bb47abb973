# wrong: loss averages each sentence and then the sentences; shows when the sentences have different numbers of real tokens
import torch
import torch.nn.functional as F


def cross_entropy(p, q):
    return -torch.special.xlogy(p, q).sum(dim=-1)


def token_losses(logits, labels):
    log_q = F.log_softmax(logits, dim=-1)
    return -log_q.gather(-1, labels.unsqueeze(-1)).squeeze(-1)


def smooth_targets(labels, vocab_size, smoothing, pad):
    targets = torch.full(tuple(labels.shape) + (vocab_size,), smoothing / (vocab_size - 2), dtype=torch.float64)
    targets = targets.scatter(-1, labels.unsqueeze(-1), 1 - smoothing)
    targets[..., pad] = 0
    return targets.masked_fill((labels == pad).unsqueeze(-1), 0.0)


def loss(logits, labels, pad):
    real = (labels != pad).to(logits.dtype)
    losses = token_losses(logits, labels) * real
    counts = real.sum(dim=1)
    per_sentence = losses.sum(dim=1) / counts.clamp(min=1)
    return per_sentence.sum() / (counts > 0).sum().clamp(min=1)


def smoothed_loss(logits, labels, pad, smoothing):
    targets = smooth_targets(labels, logits.shape[-1], smoothing, pad).to(logits.dtype)
    losses = -(targets * F.log_softmax(logits, dim=-1)).sum(dim=-1)
    real = labels != pad
    return losses[real].sum() / real.sum().clamp(min=1)


def accuracy(logits, labels, pad):
    real = labels != pad
    if not real.any():
        return 0.0
    return (logits.argmax(dim=-1) == labels)[real].double().mean().item()
