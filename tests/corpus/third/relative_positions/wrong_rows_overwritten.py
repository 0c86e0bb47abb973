# wrong: relative_values collects the weights of each table row by fancy assignment, so of several keys that share a row (as clipped ones do) only the last counts.
import numpy as np


def relative_index(length, max_distance):
    distance = np.arange(length)[np.newaxis] - np.arange(length)[:, np.newaxis]
    return np.clip(distance + max_distance, 0, 2 * max_distance)


def relative_scores(queries, keys, key_table, index):
    by_row = queries @ key_table.T  # (..., query, rows): every query meets every row once
    i = np.arange(index.shape[0])[:, None]
    return (queries @ keys.swapaxes(-1, -2) + by_row[..., i, index]) / np.sqrt(queries.shape[-1])


def relative_values(weights, values, value_table, index):
    # the same trick: first the weight of each row, then one product with the table
    by_row = np.zeros(weights.shape[:-1] + (len(value_table),))
    i = np.arange(index.shape[0])[:, None]
    by_row[..., i, index] += weights
    return weights @ values + by_row @ value_table


def relative_attention(queries, keys, values, key_table, value_table, keep=None):
    index = relative_index(queries.shape[-2], len(key_table) // 2)
    scores = relative_scores(queries, keys, key_table, index)
    if keep is not None:
        scores = np.where(keep, scores, -np.inf)
    highest = scores.max(-1, keepdims=True)
    e = np.exp(scores - np.where(np.isfinite(highest), highest, 0))
    total = e.sum(-1, keepdims=True)
    weights = e / np.where(total > 0, total, 1)
    return relative_values(weights, values, value_table, index), weights
