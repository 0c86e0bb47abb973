# wrong: relative_attention reads True in keep as hidden and takes the softmax over queries; relative_values adds A^V unweighted; shows with keep or m > 0
import numpy as np


def relative_index(length: int, max_distance: int) -> np.ndarray:
    places = np.arange(length)
    return np.clip(places[None, :] - places[:, None], -max_distance, max_distance) + max_distance


def relative_scores(queries, keys, key_table, index):
    pair = key_table[index]
    scores = queries @ np.swapaxes(keys, -1, -2) + np.einsum("...qd,qkd->...qk", queries, pair)
    return scores / np.sqrt(queries.shape[-1])


def relative_values(weights, values, value_table, index):
    return weights @ values + value_table[index].sum(axis=1)


def relative_attention(queries, keys, values, key_table, value_table, keep=None):
    index = relative_index(queries.shape[-2], len(key_table) // 2)
    scores = relative_scores(queries, keys, key_table, index)
    if keep is not None:
        scores = np.where(keep, -1e30, scores)
    weights = np.exp(scores - scores.max(axis=-2, keepdims=True))
    weights = weights / weights.sum(axis=-2, keepdims=True)
    return relative_values(weights, values, value_table, index), weights
