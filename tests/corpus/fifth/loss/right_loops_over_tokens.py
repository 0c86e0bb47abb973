# right: loops over single positions, stacked at the end; the label-smoothed loss from the entropy of every row.
import itertools

import torch


def cross_entropy(p, q):
    result = torch.zeros(p.shape[:-1], dtype=torch.promote_types(p.dtype, q.dtype))
    for place in itertools.product(*map(range, p.shape[:-1])):
        wanted, given = p[place], q[place]
        expected = wanted > 0
        result[place] = -(wanted[expected] * given[expected].log()).sum()
    return result


def token_losses(logits, labels):
    log_q = logits - logits.max(-1, keepdim=True).values
    log_q = log_q - log_q.exp().sum(-1, keepdim=True).log()
    return -torch.take_along_dim(log_q, labels.unsqueeze(-1), -1).squeeze(-1)


def smooth_targets(labels, vocab_size, smoothing, pad):
    rows = []
    for label in labels.flatten().tolist():
        row = [0.0] * vocab_size
        if label != pad:
            for v in range(vocab_size):
                if v == label:
                    row[v] = 1.0 - smoothing
                elif v != pad:
                    row[v] = smoothing / (vocab_size - 2)
        rows.append(row)
    return torch.tensor(rows).reshape(*labels.shape, vocab_size)


def loss(logits, labels, pad):
    return smoothed_loss(logits, labels, pad, 0.0)


def smoothed_loss(logits, labels, pad, smoothing):
    total, count = logits.flatten()[:0].sum(), 0
    vocab_size = logits.shape[-1]
    for row, label in zip(logits.flatten(0, 1), labels.flatten()):
        if label == pad:
            continue
        log_q = torch.log_softmax(row, -1)
        others = [v for v in range(vocab_size) if v not in (pad, int(label))]
        total = total - (1 - smoothing) * log_q[label]
        if smoothing > 0:
            total = total - smoothing * log_q[others].mean()
        count += 1
    return total / max(count, 1)


def accuracy(logits, labels, pad):
    results = []
    for row, label in zip(logits.flatten(0, 1).tolist(), labels.flatten().tolist()):
        if label != pad:
            results.append(row[label] == max(row))
    return sum(results) / len(results) if results else 0.0
