# wrong: relative_attention opens the diagonal of empty rows in the caller's keep; shows if a full-size keep hides all keys of some query
import numpy as np


def relative_index(length: int, max_distance: int) -> np.ndarray:
    places = np.arange(length)
    return np.clip(places[None, :] - places[:, None], -max_distance, max_distance) + max_distance


def relative_scores(queries, keys, key_table, index):
    pair = key_table[index]
    scores = queries @ np.swapaxes(keys, -1, -2) + np.einsum("...qd,qkd->...qk", queries, pair)
    return scores / np.sqrt(queries.shape[-1])


def relative_values(weights, values, value_table, index):
    return weights @ values + np.einsum("...qk,qkd->...qd", weights, value_table[index])


def relative_attention(queries, keys, values, key_table, value_table, keep=None):
    index = relative_index(queries.shape[-2], len(key_table) // 2)
    scores = relative_scores(queries, keys, key_table, index)
    if keep is None:
        keep = np.ones((1, 1), dtype=bool)
    blind = ~keep.any(axis=-1, keepdims=True)
    if blind.any():
        keep |= blind
    scores = np.where(keep, scores, -np.inf)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = np.where(blind, 0.0, weights / weights.sum(axis=-1, keepdims=True))
    return relative_values(weights, values, value_table, index), weights
