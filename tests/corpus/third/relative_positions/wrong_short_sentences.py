# wrong: relative_attention limits max_distance to length - 1 before it makes the index, so in sentences shorter than max_distance + 1 the rows do not fit the tables.
import numpy as np


class Tables:
    """The tables of relative positions and the rows of a sentence in them."""

    def __init__(self, key_table, value_table):
        self.key_table = key_table
        self.value_table = value_table

    def index(self, length):
        # no distance in the sentence is larger than length - 1
        max_distance = min((len(self.key_table) - 1) // 2, length - 1)
        return relative_index(length, max_distance)


def relative_index(length, max_distance):
    i = np.arange(length)
    return np.clip(i[None, :] - i[:, None], -max_distance, max_distance) + max_distance


def relative_scores(queries, keys, key_table, index):
    q_k = np.einsum("...qd,...kd->...qk", queries, keys)
    q_a = np.einsum("...qd,qkd->...qk", queries, key_table[index])
    return (q_k + q_a) / queries.shape[-1] ** 0.5


def relative_values(weights, values, value_table, index):
    w_v = np.einsum("...qk,...kd->...qd", weights, values)
    w_a = np.einsum("...qk,qkd->...qd", weights, value_table[index])
    return w_v + w_a


def relative_attention(queries, keys, values, key_table, value_table, keep=None):
    tables = Tables(key_table, value_table)
    index = tables.index(queries.shape[-2])
    scores = relative_scores(queries, keys, key_table, index)
    if keep is not None:
        scores = np.where(keep, scores, -np.inf)
    top = scores.max(axis=-1, keepdims=True)
    top = np.where(np.isneginf(top), 0, top)
    e = np.exp(scores - top)
    weights = e / np.maximum(e.sum(axis=-1, keepdims=True), np.finfo(float).tiny)
    return relative_values(weights, values, value_table, index), weights
