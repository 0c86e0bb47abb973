"""Loops over positions and words, with math; torch only where gradients must flow."""

import math

import torch


def cross_entropy(p, q):
    if p.ndim > 1:
        return torch.stack([cross_entropy(a, b) for a, b in zip(p, q, strict=True)])
    total = 0.0
    for wanted, given in zip(p.tolist(), q.tolist(), strict=True):
        if wanted > 0:
            total -= wanted * math.log(given) if given else -math.inf
    return torch.tensor(total)


def token_losses(logits, labels):
    if labels.ndim:
        return torch.stack([token_losses(row, ids) for row, ids in zip(logits, labels, strict=True)])
    numbers = logits.tolist()
    peak = max(numbers)
    return torch.tensor(peak + math.log(sum(math.exp(z - peak) for z in numbers)) - numbers[int(labels)])


def smooth_targets(labels, vocab_size, smoothing, pad):
    if labels.ndim:
        return torch.stack([smooth_targets(one, vocab_size, smoothing, pad) for one in labels])
    row = torch.zeros(vocab_size)
    if labels != pad:
        for word in range(vocab_size):
            if word == labels:
                row[word] = 1 - smoothing
            elif word != pad:
                row[word] = smoothing / (vocab_size - 2)
    return row


def loss(logits, labels, pad):
    return smoothed_loss(logits, labels, pad, 0.0)


def smoothed_loss(logits, labels, pad, smoothing):
    total, count = logits.sum() * 0, 0
    for numbers, ids in zip(logits, labels, strict=True):
        for z, word in zip(numbers, ids.tolist(), strict=True):
            if word == pad:
                continue
            count += 1
            p = smooth_targets(torch.tensor(word), len(z), smoothing, pad)
            log_sum = z.max() + torch.log(torch.exp(z - z.max()).sum())
            for v, weight in enumerate(p.tolist()):
                if weight:
                    total = total - weight * (z[v] - log_sum)
    return total / count if count else total


def accuracy(logits, labels, pad):
    right = count = 0
    for numbers, ids in zip(logits.tolist(), labels.tolist(), strict=True):
        for z, word in zip(numbers, ids, strict=True):
            if word != pad:
                count += 1
                right += z.index(max(z)) == word
    return right / count if count else 0.0
