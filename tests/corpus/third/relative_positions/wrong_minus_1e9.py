# wrong: hidden scores are replaced by -1e9, so hidden keys get all the weight when the visible scores are lower than that.
import numpy as np


def relative_index(length, max_distance):
    rows = np.arange(length)
    distances = rows[None] - rows[:, None]
    distances[distances > max_distance] = max_distance
    distances[distances < -max_distance] = -max_distance
    return distances + max_distance


def relative_scores(queries, keys, key_table, index):
    d_k = keys.shape[-1]
    pair_keys = np.expand_dims(keys, -3) + key_table[index]
    return np.einsum("...qd,...qkd->...qk", queries, pair_keys) / np.sqrt(d_k)


def relative_values(weights, values, value_table, index):
    pair_values = np.expand_dims(values, -3) + value_table[index]
    return np.einsum("...qk,...qkd->...qd", weights, pair_values)


def relative_attention(queries, keys, values, key_table, value_table, keep=None):
    max_distance = (len(key_table) - 1) // 2
    index = relative_index(queries.shape[-2], max_distance)
    scores = relative_scores(queries, keys, key_table, index)
    if keep is not None:
        scores = np.where(keep, scores, -1e9)
    scores = scores - scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores)
    weights = weights / weights.sum(axis=-1, keepdims=True)
    if keep is not None:
        weights = np.where(np.any(keep, axis=-1, keepdims=True), weights, 0.0)
    return relative_values(weights, values, value_table, index), weights
