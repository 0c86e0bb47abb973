# wrong: relative_scores does not use the index it is given but computes the distances itself, so any other relation (or another number of keys) gives wrong scores.
import numpy as np


def relative_index(length, max_distance):
    positions = np.arange(length)
    return np.clip(positions - positions[:, None], -max_distance, max_distance) + max_distance


def relative_scores(queries, keys, key_table, index):
    m = (len(key_table) - 1) // 2
    n_queries, n_keys = queries.shape[-2], keys.shape[-2]
    scores = np.matmul(queries, np.swapaxes(keys, -1, -2)).astype(float)
    for i in range(n_queries):
        for j in range(n_keys):
            row = max(-m, min(m, j - i)) + m
            scores[..., i, j] += queries[..., i, :] @ key_table[row]
    return scores / np.sqrt(queries.shape[-1])


def relative_values(weights, values, value_table, index):
    outputs = np.matmul(weights, values)
    for i in range(index.shape[0]):
        outputs[..., i, :] += weights[..., i, :] @ value_table[index[i]]
    return outputs


def relative_attention(queries, keys, values, key_table, value_table, keep=None):
    index = relative_index(queries.shape[-2], (len(key_table) - 1) // 2)
    scores = relative_scores(queries, keys, key_table, index)
    visible = np.ones_like(scores, dtype=bool) if keep is None else np.broadcast_to(keep, scores.shape)
    scores = np.where(visible, scores, -np.inf)
    blind = ~visible.any(axis=-1, keepdims=True)
    scores = np.where(blind, 0, scores)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = np.where(blind, 0, e / e.sum(axis=-1, keepdims=True))
    return relative_values(weights, values, value_table, index), weights
