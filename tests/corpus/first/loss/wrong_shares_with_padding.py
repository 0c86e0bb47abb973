# wrong: smooth_targets divides by V - 1 (padding gets a share that is then erased), rows add up to less than 1; smoothing > 0
import torch
import torch.nn.functional as F


def cross_entropy(p, q):
    return -torch.xlogy(p, q).sum(dim=-1)


def token_losses(logits, labels):
    log_q = F.log_softmax(logits, dim=-1)
    return -log_q.gather(-1, labels.long().unsqueeze(-1)).squeeze(-1)


def smooth_targets(labels, vocab_size, smoothing, pad):
    one_hot = F.one_hot(labels.long(), vocab_size).float()
    targets = (1 - smoothing) * one_hot + smoothing / (vocab_size - 1) * (1 - one_hot)
    targets[..., pad] = 0
    return targets * (labels != pad).unsqueeze(-1)


def loss(logits, labels, pad):
    real = labels != pad
    if not real.any():
        return logits[real].sum()  # nothing to learn here, but still part of the graph
    return token_losses(logits[real], labels[real]).mean()


def smoothed_loss(logits, labels, pad, smoothing):
    real = labels != pad
    targets = smooth_targets(labels, logits.shape[-1], smoothing, pad).to(logits.dtype)
    log_q = F.log_softmax(logits, dim=-1).masked_fill(targets == 0, 0.0)
    losses = -(targets * log_q).sum(-1)
    return (losses * real).sum() / real.sum().clamp(min=1)


def accuracy(logits, labels, pad):
    real = labels != pad
    if not real.any():
        return 0.0
    hits = logits.argmax(-1) == labels
    return hits[real].float().mean().item()
