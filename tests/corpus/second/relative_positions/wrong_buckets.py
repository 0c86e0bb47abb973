# wrong: relative_values gathers weights per row with +=, which counts a repeated row once; shows when several keys of a query share a row
import numpy as np


def masked_softmax(scores, keep):
    keep = np.broadcast_to(True if keep is None else keep, scores.shape)
    top = np.max(scores, axis=-1, keepdims=True, where=keep, initial=-np.inf)
    shifted = np.subtract(scores, top, where=keep, out=np.full(scores.shape, -np.inf))
    exps = np.exp(shifted)
    sums = exps.sum(-1, keepdims=True)
    return np.divide(exps, sums, out=np.zeros_like(exps), where=sums > 0)


def relative_index(length, max_distance):
    m = max_distance
    return np.minimum(np.maximum(np.subtract.outer(-np.arange(length), -np.arange(length)) + m, 0), 2 * m)


def relative_scores(queries, keys, key_table, index):
    with_keys = np.matmul(queries, np.moveaxis(keys, -1, -2))
    with_rows = np.matmul(queries, key_table.T)
    picked = with_rows[..., np.arange(index.shape[0])[:, None], index]
    return (with_keys + picked) / np.sqrt(keys.shape[-1])


def relative_values(weights, values, value_table, index):
    per_row = np.zeros((*weights.shape[:-1], len(value_table)))
    for i in range(index.shape[0]):
        per_row[..., i, index[i]] += weights[..., i, :]
    return np.matmul(weights, values) + np.matmul(per_row, value_table)


def relative_attention(queries, keys, values, key_table, value_table, keep=None):
    index = relative_index(queries.shape[-2], (key_table.shape[0] - 1) // 2)
    weights = masked_softmax(relative_scores(queries, keys, key_table, index), keep)
    return relative_values(weights, values, value_table, index), weights
