"""Single precision; the vectors of the pairs added to keys and values before anything else."""

import numpy as np


def relative_index(length, max_distance):
    rows = [np.arange(-i, length - i) for i in range(length)]
    return np.maximum(np.minimum(rows, max_distance), -max_distance) + max_distance


def relative_scores(queries, keys, key_table, index):
    queries, keys, key_table = (np.asarray(x, np.float32) for x in (queries, keys, key_table))
    moved = keys[..., None, :, :] + key_table[index]  # (..., query, key, d_k)
    return (queries[..., None, :] * moved).sum(-1) / np.sqrt(np.float32(queries.shape[-1]))


def relative_values(weights, values, value_table, index):
    weights, values, value_table = (np.asarray(x, np.float32) for x in (weights, values, value_table))
    moved = values[..., None, :, :] + value_table[index]
    return (weights[..., None] * moved).sum(-2)


def relative_attention(queries, keys, values, key_table, value_table, keep=None):
    index = relative_index(queries.shape[-2], len(value_table) // 2)
    scores = relative_scores(queries, keys, key_table, index)
    keep = np.ones_like(scores, bool) if keep is None else np.broadcast_to(keep, scores.shape)
    peak = scores.max(-1, where=keep, initial=-np.inf, keepdims=True)
    weights = np.exp(scores - peak, where=keep, out=np.zeros_like(scores))
    total = weights.sum(-1, keepdims=True)
    weights = np.divide(weights, total, where=total > 0, out=np.zeros_like(weights))
    return relative_values(weights, values, value_table, index), weights
