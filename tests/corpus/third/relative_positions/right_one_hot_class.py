# right: a one-hot cube (query, key, row) stands for the index, all products are einsums over it, a small class runs the whole; softmax by logaddexp.
import numpy as np


def relative_index(length, max_distance):
    index = np.full((length, length), max_distance)
    for step in range(1, length):
        shift = min(step, max_distance)
        i = np.arange(length - step)
        index[i, i + step] += shift
        index[i + step, i] -= shift
    return index


def cube(index, rows):
    return (index[..., None] == np.arange(rows)).astype(float)


def relative_scores(queries, keys, key_table, index):
    scaled = queries / np.sqrt(queries.shape[-1])
    places = np.einsum("...qd,rd,qkr->...qk", scaled, key_table, cube(index, len(key_table)), optimize=True)
    return np.einsum("...qd,...kd->...qk", scaled, keys) + places


def relative_values(weights, values, value_table, index):
    places = np.einsum("...qk,qkr,rd->...qd", weights, cube(index, len(value_table)), value_table, optimize=True)
    return np.einsum("...qk,...kd->...qd", weights, values) + places


class RelativeAttention:
    def __init__(self, key_table, value_table):
        self.key_table, self.value_table = key_table, value_table
        self.max_distance = (key_table.shape[0] - 1) // 2

    def weights(self, scores, keep):
        if keep is None:
            keep = np.ones(scores.shape, dtype=bool)
        keep = np.broadcast_to(keep, scores.shape)
        hidden = np.where(keep, scores, -np.inf)
        blind = ~keep.any(axis=-1, keepdims=True)
        hidden = np.where(blind, 0.0, hidden)
        logs = hidden - np.logaddexp.reduce(hidden, axis=-1, keepdims=True)
        return np.where(blind, 0.0, np.exp(logs))

    def __call__(self, queries, keys, values, keep):
        index = relative_index(keys.shape[-2], self.max_distance)
        weights = self.weights(relative_scores(queries, keys, self.key_table, index), keep)
        return relative_values(weights, values, self.value_table, index), weights


def relative_attention(queries, keys, values, key_table, value_table, keep=None):
    return RelativeAttention(key_table, value_table)(queries, keys, values, keep)
