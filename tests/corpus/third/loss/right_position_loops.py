# right: loops over single positions with torch.logsumexp and lists of numbers; an empty batch gives logits times 0, summed, so that the history stays.
import math

import torch


def cross_entropy(p, q):
    rows_p = p.reshape(-1, p.shape[-1]).tolist()
    rows_q = q.reshape(-1, q.shape[-1]).tolist()
    results = []
    for row_p, row_q in zip(rows_p, rows_q):
        total = 0.0
        for a, b in zip(row_p, row_q):
            if a > 0:
                total += a * -math.log(b) if b > 0 else math.inf
        results.append(total)
    return torch.tensor(results, dtype=p.dtype).reshape(p.shape[:-1])


def token_losses(logits, labels):
    losses = []
    for z, y in zip(logits.reshape(-1, logits.shape[-1]), labels.reshape(-1).tolist()):
        m = z.max()
        losses.append(torch.log(torch.exp(z - m).sum()) - (z[y] - m))
    return torch.stack(losses).reshape(labels.shape)


def _soft_row(label, vocab_size, smoothing, pad):
    row = []
    for v in range(vocab_size):
        if label == pad or v == pad:
            row.append(0.0)
        elif v == label:
            row.append(1.0 - smoothing)
        else:
            row.append(smoothing / (vocab_size - 2))
    return row


def smooth_targets(labels, vocab_size, smoothing, pad):
    rows = [_soft_row(y, vocab_size, smoothing, pad) for y in labels.reshape(-1).tolist()]
    return torch.tensor(rows).reshape(*labels.shape, vocab_size)


def loss(logits, labels, pad):
    return smoothed_loss(logits, labels, pad, 0.0)


def smoothed_loss(logits, labels, pad, smoothing):
    vocab_size = logits.shape[-1]
    parts = []
    for b in range(labels.shape[0]):
        for t in range(labels.shape[1]):
            y = int(labels[b, t])
            if y == pad:
                continue
            z = logits[b, t] - logits[b, t].max()
            log_q = z - torch.logsumexp(z, dim=0)
            wanted = torch.tensor(_soft_row(y, vocab_size, smoothing, pad), dtype=logits.dtype)
            parts.append(-(wanted * log_q).sum())
    if not parts:
        return (logits * 0).sum()
    return torch.stack(parts).mean()


def accuracy(logits, labels, pad):
    hits = count = 0
    best = logits.argmax(dim=-1).tolist()
    for predicted_row, label_row in zip(best, labels.tolist()):
        for predicted, label in zip(predicted_row, label_row):
            if label != pad:
                count += 1
                hits += predicted == label
    return hits / count if count else 0.0
