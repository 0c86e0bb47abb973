# wrong: cross_entropy multiplies p by log q everywhere, which is NaN where both are 0
import math
import torch


def cross_entropy(p, q):
    total = 0
    for v in range(p.shape[-1]):
        total = total - p[..., v] * torch.log(q[..., v])
    return total


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
    ids = labels.reshape(-1)
    return _over_real(logits, labels, pad, lambda z, n: torch.logsumexp(z, 0) - z[ids[n]])


def smoothed_loss(logits, labels, pad, smoothing):
    targets = smooth_targets(labels, logits.shape[-1], smoothing, pad).reshape(-1, logits.shape[-1]).to(logits)
    return _over_real(logits, labels, pad, lambda z, n: (targets[n] * (torch.logsumexp(z, 0) - z)).sum())


def accuracy(logits, labels, pad):
    right = total = 0
    for z, y in zip(logits.reshape(-1, logits.shape[-1]).tolist(), labels.reshape(-1).tolist()):
        if y != pad:
            total += 1
            right += z[y] == max(z)
    return right / total if total else 0.0
