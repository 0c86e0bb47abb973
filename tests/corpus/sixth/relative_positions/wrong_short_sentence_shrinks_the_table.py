# wrong: relative_index lowers max_distance to length - 1, and with it the row of distance 0; sentences shorter than max_distance + 1.
import math

import numpy as np


def relative_index(length, max_distance):
    max_distance = min(max_distance, length - 1)
    position = np.arange(length)
    distance = position[None, :] - position[:, None]
    return np.clip(distance, -max_distance, max_distance) + max_distance


def relative_scores(queries, keys, key_table, index):
    content = queries @ np.swapaxes(keys, -1, -2)
    position = np.einsum("...qd,qkd->...qk", queries, key_table[index])
    return (content + position) / math.sqrt(queries.shape[-1])


def relative_values(weights, values, value_table, index):
    return weights @ values + np.einsum("...qk,qkd->...qd", weights, value_table[index])


def relative_attention(queries, keys, values, key_table, value_table, keep=None):
    index = relative_index(queries.shape[-2], (len(key_table) - 1) // 2)
    scores = relative_scores(queries, keys, key_table, index)
    if keep is None:
        keep = True
    scores = np.where(keep, scores, -np.inf)
    largest = scores.max(axis=-1, keepdims=True)
    largest = np.where(np.isfinite(largest), largest, 0.0)
    powers = np.exp(scores - largest)
    total = powers.sum(axis=-1, keepdims=True)
    weights = powers / np.where(total > 0, total, 1.0)
    return relative_values(weights, values, value_table, index), weights
