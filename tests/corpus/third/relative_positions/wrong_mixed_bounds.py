# wrong: relative_index adds m and then clips to -m … m, so all keys to the right share the row of the token itself and far left ones get negative rows.
import numpy as np


def relative_index(length, max_distance):
    i = np.arange(length)[:, None]
    j = np.arange(length)[None, :]
    return np.clip(j - i + max_distance, -max_distance, max_distance)


def relative_scores(queries, keys, key_table, index):
    relative_keys = keys[..., None, :, :] + key_table[index]  # (..., query, key, d_k)
    products = (queries[..., :, None, :] * relative_keys).sum(axis=-1)
    return products / np.sqrt(queries.shape[-1])


def relative_values(weights, values, value_table, index):
    relative = values[..., None, :, :] + value_table[index]  # (..., query, key, d_v)
    return (weights[..., None] * relative).sum(axis=-2)


def relative_attention(queries, keys, values, key_table, value_table, keep=None):
    index = relative_index(keys.shape[-2], len(key_table) // 2)
    scores = relative_scores(queries, keys, key_table, index)
    if keep is None:
        keep = True
    keep = np.broadcast_to(keep, scores.shape)
    scores = np.where(keep, scores, -np.inf)
    highest = np.max(scores, axis=-1, keepdims=True)
    highest[highest == -np.inf] = 0
    weights = np.exp(scores - highest)
    total = weights.sum(axis=-1, keepdims=True)
    weights = np.divide(weights, total, out=np.zeros_like(weights), where=total != 0)
    return relative_values(weights, values, value_table, index), weights
