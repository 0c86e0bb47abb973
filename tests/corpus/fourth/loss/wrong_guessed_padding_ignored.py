# wrong: accuracy leaves out the positions where the model says padding instead of those whose label is padding; loss takes every label after the first padding for padding too
import math
import torch


def cross_entropy(p, q):
    safe = torch.where(p > 0, q, torch.ones_like(q))
    return -(p * safe.log()).sum(-1)


def token_losses(logits, labels):
    rows = logits.reshape(-1, logits.shape[-1])
    costs = []
    for row, label in zip(rows, labels.reshape(-1).tolist()):
        top = row.max()
        costs.append(top + torch.log(torch.exp(row - top).sum()) - row[label])
    return torch.stack(costs).reshape(labels.shape)


def smooth_targets(labels, vocab_size, smoothing, pad):
    rows = []
    for label in labels.reshape(-1).tolist():
        row = [smoothing / (vocab_size - 2)] * vocab_size
        row[label], row[pad] = 1 - smoothing, 0.0
        rows.append([0.0] * vocab_size if label == pad else row)
    return torch.tensor(rows, dtype=torch.float64).reshape(*labels.shape, vocab_size)


def _over_real(logits, labels, pad, cost):
    flat = logits.reshape(-1, logits.shape[-1])
    real = [n for n, label in enumerate(labels.reshape(-1).tolist()) if label != pad]
    if not real:
        return (logits * 0).sum()
    return sum(cost(flat[n], n) for n in real) / len(real)


def loss(logits, labels, pad):
    costs = token_losses(logits, labels)
    kept, count = (logits * 0).sum(), 0
    for n in range(len(labels)):
        for t in range(labels.shape[1]):
            if labels[n, t] == pad:
                break
            kept, count = kept + costs[n, t], count + 1
    return kept / max(count, 1)


def smoothed_loss(logits, labels, pad, smoothing):
    targets = smooth_targets(labels, logits.shape[-1], smoothing, pad).reshape(-1, logits.shape[-1]).to(logits)
    return _over_real(logits, labels, pad, lambda z, n: (targets[n] * (torch.logsumexp(z, 0) - z)).sum())


def accuracy(logits, labels, pad):
    guesses = logits.argmax(dim=-1)
    words = guesses != pad
    if words.sum() == 0:
        return 0.0
    return ((guesses == labels) & words).sum().item() / words.sum().item()
