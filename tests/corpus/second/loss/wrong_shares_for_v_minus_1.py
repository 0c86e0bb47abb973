# wrong: smooth_targets gives each other word s / (V - 1) and padding nothing, the row does not add to 1; shows for smoothing > 0
import math

import torch


def cross_entropy(p, q):
    if p.dim() > 1:
        return torch.stack([cross_entropy(a, b) for a, b in zip(p, q)])
    total = 0.0
    for pv, qv in zip(p.tolist(), q.tolist()):
        if pv == 0:
            continue
        if qv == 0:
            total = math.inf
        else:
            total -= pv * math.log(qv)
    return torch.tensor(total, dtype=p.dtype)


def one_loss(z, y):
    shifted = z - z.max()
    return torch.log(torch.exp(shifted).sum()) - shifted[y]


def token_losses(logits, labels):
    if labels.dim() == 0:
        return one_loss(logits, labels)
    return torch.stack([token_losses(z, y) for z, y in zip(logits, labels)])


def smooth_targets(labels, vocab_size, smoothing, pad):
    if labels.dim() > 0:
        return torch.stack([smooth_targets(y, vocab_size, smoothing, pad) for y in labels])
    others = vocab_size - 1
    row = torch.full((vocab_size,), smoothing / others, dtype=torch.float64)
    row[int(labels)] = 1 - smoothing
    row[pad] = 0.0
    if int(labels) == pad:
        row.zero_()
    return row


def loss(logits, labels, pad):
    return smoothed_loss(logits, labels, pad, 0.0)


def smoothed_loss(logits, labels, pad, smoothing):
    total = logits[..., 0].sum() * 0
    n = 0
    for b in range(labels.shape[0]):
        for t in range(labels.shape[1]):
            if labels[b, t] == pad:
                continue
            z = logits[b, t] - logits[b, t].max()
            log_q = z - torch.log(torch.exp(z).sum())
            p = smooth_targets(labels[b, t], logits.shape[-1], smoothing, pad).to(logits.dtype)
            total = total - (p * log_q).sum()
            n += 1
    return total / n if n else total


def accuracy(logits, labels, pad):
    right = n = 0
    for b in range(labels.shape[0]):
        for t in range(labels.shape[1]):
            if labels[b, t] != pad:
                n += 1
                right += int(torch.argmax(logits[b, t]) == labels[b, t])
    return right / n if n > 0 else 0.0
