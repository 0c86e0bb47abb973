# right: table[index] gives a vector for each pair, einsum does the products, softmax with -inf at hidden keys and zeros for blind queries.
import numpy as np


def relative_index(length, max_distance):
    where = np.arange(length)
    distance = where[None, :] - where[:, None]
    return np.clip(distance, -max_distance, max_distance) + max_distance


def relative_scores(queries, keys, key_table, index):
    content = queries @ np.swapaxes(keys, -1, -2)
    place = np.einsum("...qd,qkd->...qk", queries, key_table[index])
    return (content + place) / np.sqrt(queries.shape[-1])


def relative_values(weights, values, value_table, index):
    return weights @ values + np.einsum("...qk,qkd->...qd", weights, value_table[index])


def relative_attention(queries, keys, values, key_table, value_table, keep=None):
    index = relative_index(queries.shape[-2], (len(key_table) - 1) // 2)
    scores = relative_scores(queries, keys, key_table, index)
    if keep is not None:
        scores = np.where(keep, scores, -np.inf)
    highest = scores.max(axis=-1, keepdims=True)
    highest = np.where(highest == -np.inf, 0.0, highest)
    powers = np.exp(scores - highest)
    sums = powers.sum(axis=-1, keepdims=True)
    weights = powers / np.where(sums == 0, 1.0, sums)
    return relative_values(weights, values, value_table, index), weights
