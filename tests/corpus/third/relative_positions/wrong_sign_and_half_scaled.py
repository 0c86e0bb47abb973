# wrong: two mistakes: the distance is query minus key, so left and right are swapped, and only q · k is divided by √d_k, not q · a.
import numpy as np


def relative_index(length, max_distance):
    index = np.zeros((length, length), dtype=int)
    for i in range(length):
        for j in range(length):
            index[i, j] = np.clip(i - j, -max_distance, max_distance) + max_distance
    return index


def relative_scores(queries, keys, key_table, index):
    d_k = queries.shape[-1]
    scores = queries @ np.swapaxes(keys, -1, -2) / np.sqrt(d_k)
    relative = np.einsum("...id,ijd->...ij", queries, key_table[index])
    return scores + relative


def relative_values(weights, values, value_table, index):
    out = weights @ values
    return out + np.einsum("...ij,ijd->...id", weights, value_table[index])


def softmax(scores):
    top = scores.max(axis=-1, keepdims=True)
    top = np.where(np.isinf(top), 0, top)
    e = np.exp(scores - top)
    s = e.sum(axis=-1, keepdims=True)
    return np.where(s > 0, e / np.where(s > 0, s, 1), 0)


def relative_attention(queries, keys, values, key_table, value_table, keep=None):
    length = queries.shape[-2]
    max_distance = (key_table.shape[0] - 1) // 2
    index = relative_index(length, max_distance)
    scores = relative_scores(queries, keys, key_table, index)
    if keep is not None:
        scores = np.where(keep, scores, -np.inf)
    weights = softmax(scores)
    return relative_values(weights, values, value_table, index), weights
