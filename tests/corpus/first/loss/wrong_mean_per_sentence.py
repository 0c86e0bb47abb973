# wrong: loss takes the mean of each sentence and then the mean of those; shows when sentences differ in length
import math

import torch


def cross_entropy(p, q):
    vocab_size = p.shape[-1]
    rows_p = p.reshape(-1, vocab_size).tolist()
    rows_q = q.reshape(-1, vocab_size).tolist()
    result = []
    for row_p, row_q in zip(rows_p, rows_q):
        total = 0.0
        for a, b in zip(row_p, row_q):
            if a == 0:
                continue
            total = total + (a * -math.log(b) if b > 0 else math.inf)
        result.append(total)
    return torch.tensor(result).reshape(p.shape[:-1])


def token_losses(logits, labels):
    flat = logits.reshape(-1, logits.shape[-1])
    result = []
    for row, label in zip(flat, labels.reshape(-1).tolist()):
        row = row - row.max()
        result.append(torch.log(torch.exp(row).sum()) - row[label])
    return torch.stack(result).reshape(labels.shape)


def smooth_targets(labels, vocab_size, smoothing, pad):
    rows = []
    for label in labels.reshape(-1).tolist():
        row = [0.0] * vocab_size
        if label != pad:
            for v in range(vocab_size):
                if v == label:
                    row[v] = 1 - smoothing
                elif v != pad:
                    row[v] = smoothing / (vocab_size - 2)
        rows.append(row)
    return torch.tensor(rows).reshape(*labels.shape, vocab_size)


def loss(logits, labels, pad):
    means = []
    for rows, ids in zip(logits, labels):
        words = ids != pad
        if words.any():
            means.append(token_losses(rows[words], ids[words]).mean())
    if not means:
        return logits[:0].sum()
    return sum(means) / len(means)


def smoothed_loss(logits, labels, pad, smoothing):
    total = logits[:0].sum()
    count = 0
    for b in range(labels.shape[0]):
        wanted = smooth_targets(labels[b], logits.shape[-1], smoothing, pad)
        for t in range(labels.shape[1]):
            if labels[b, t].item() != pad:
                row = logits[b, t] - logits[b, t].max()
                log_q = row - torch.log(torch.exp(row).sum())
                for v in range(len(row)):
                    if wanted[t, v] > 0:
                        total = total - wanted[t, v].to(row.dtype) * log_q[v]
                count += 1
    return total / max(count, 1)


def accuracy(logits, labels, pad):
    right = 0
    count = 0
    for rows, ids in zip(logits.tolist(), labels.tolist()):
        for row, label in zip(rows, ids):
            if label == pad:
                continue
            count += 1
            if row.index(max(row)) == label:
                right += 1
    return right / count if count else 0.0
