# wrong: relative_scores scales the queries with /=, which changes the caller's array, so that a second call with it gives smaller scores.
import numpy as np


def relative_index(length, max_distance):
    offsets = np.arange(-(length - 1), length)
    rows = np.clip(offsets, -max_distance, max_distance) + max_distance
    return np.stack([rows[length - 1 - i : 2 * length - 1 - i] for i in range(length)])


def relative_scores(queries, keys, key_table, index):
    queries /= np.sqrt(queries.shape[-1])  # once, instead of scaling all the scores
    scores = queries @ np.swapaxes(keys, -1, -2)
    scores += np.einsum("...id,ijd->...ij", queries, key_table[index])
    return scores


def relative_values(weights, values, value_table, index):
    outputs = weights @ values
    outputs += np.einsum("...ij,ijd->...id", weights, value_table[index])
    return outputs


def softmax_over_visible(scores, keep):
    if keep is None:
        keep = np.array(True)
    scores = np.where(keep, scores, -np.inf)
    largest = scores.max(axis=-1, keepdims=True)
    largest[~np.isfinite(largest)] = 0.0
    scores = np.exp(scores - largest)
    sums = scores.sum(axis=-1, keepdims=True)
    sums[sums == 0] = 1.0
    return scores / sums


def relative_attention(queries, keys, values, key_table, value_table, keep=None):
    index = relative_index(queries.shape[-2], len(key_table) // 2)
    weights = softmax_over_visible(relative_scores(queries, keys, key_table, index), keep)
    return relative_values(weights, values, value_table, index), weights
