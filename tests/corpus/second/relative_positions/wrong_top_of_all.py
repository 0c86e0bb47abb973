# wrong: the softmax subtracts the largest score of all keys, hidden ones too; where a hidden score is far above, all weights vanish
import numpy as np


def masked_softmax(scores, keep):
    exps = np.exp(scores - scores.max(-1, keepdims=True))
    if keep is not None:
        exps = exps * keep
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
    onto = np.zeros((*index.shape, len(value_table)))
    np.put_along_axis(onto, index[..., None], 1.0, axis=-1)
    per_row = np.einsum("...qk,qkr->...qr", weights, onto)
    return np.matmul(weights, values) + np.matmul(per_row, value_table)


def relative_attention(queries, keys, values, key_table, value_table, keep=None):
    index = relative_index(queries.shape[-2], (key_table.shape[0] - 1) // 2)
    weights = masked_softmax(relative_scores(queries, keys, key_table, index), keep)
    return relative_values(weights, values, value_table, index), weights
