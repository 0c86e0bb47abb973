# right: patterns as loops over pairs, boolean indexing of the keys, the softmax of torch.
import numpy as np
import torch


def window_pattern(length, radius):
    keep = np.full((length, length), False)
    for i in range(length):
        keep[i, max(0, i - radius) : i + radius + 1] = True
    return keep


def global_pattern(length, tokens):
    keep = np.full((length, length), False)
    for token in tokens:
        keep[token] = True
        keep[:, token] = True
    return keep


def random_pattern(length, chosen):
    rows = [set(np.asarray(row).tolist()) for row in chosen]
    return np.array([[key in rows[query] for key in range(length)] for query in range(length)])


def union(patterns):
    total = patterns[0].copy()
    for pattern in patterns[1:]:
        total = total | pattern
    return total


def sparse_attention(queries, keys, values, keep, compare):
    results = []
    for query, row in zip(queries, keep, strict=True):
        if not row.any():
            results.append(np.zeros(values.shape[1]))
            continue
        scores = torch.tensor(np.array(compare(query, keys[row]), dtype=float))
        weights = torch.softmax(scores, dim=0).numpy()
        results.append((weights[:, None] * values[row]).sum(axis=0))
    return np.array(results)


def multiplications(keep, d_k, d_v):
    pairs = sum(bool(pair) for row in keep for pair in row)
    return pairs * d_k + pairs * d_v
