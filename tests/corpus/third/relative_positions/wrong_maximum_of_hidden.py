# wrong: the softmax subtracts the largest score of all keys, the hidden ones included, so a query whose hidden scores are very large loses all its weights.
import numpy as np


def relative_index(length, max_distance):
    i, j = np.ogrid[:length, :length]
    return np.clip(j - i, -max_distance, max_distance) + max_distance


def relative_scores(queries, keys, key_table, index):
    scores = queries @ np.moveaxis(keys, -2, -1)
    scores = scores + (queries[..., :, None, :] @ np.swapaxes(key_table[index], -1, -2))[..., 0, :]
    return scores / np.sqrt(queries.shape[-1])


def relative_values(weights, values, value_table, index):
    mixed = weights @ values
    return mixed + (weights[..., :, None, :] @ value_table[index])[..., 0, :]


def masked_softmax(scores, keep):
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    if keep is not None:
        exponentials = exponentials * keep
    total = exponentials.sum(axis=-1, keepdims=True)
    return exponentials / np.where(total == 0, 1, total)


def relative_attention(queries, keys, values, key_table, value_table, keep=None):
    index = relative_index(queries.shape[-2], key_table.shape[0] // 2)
    weights = masked_softmax(relative_scores(queries, keys, key_table, index), keep)
    return relative_values(weights, values, value_table, index), weights
