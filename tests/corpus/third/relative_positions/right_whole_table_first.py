# right: the queries meet the whole table and the results are picked by index; the weights are summed up per row of the table before they meet it.
import numpy as np


def relative_index(length, max_distance):
    grid = np.indices((length, length))
    rows = grid[1] - grid[0] + max_distance
    return np.minimum(np.maximum(rows, 0), 2 * max_distance)


def relative_scores(queries, keys, key_table, index):
    against_table = np.matmul(queries, key_table.T)  # (..., query, rows)
    wide = np.broadcast_to(index, (*against_table.shape[:-2], *index.shape))
    picked = np.take_along_axis(against_table, wide, axis=-1)
    return (np.matmul(queries, np.moveaxis(keys, -1, -2)) + picked) * queries.shape[-1] ** -0.5


def relative_values(weights, values, value_table, index):
    per_row = np.stack([(weights * (index == row)).sum(axis=-1) for row in range(len(value_table))], axis=-1)
    return np.matmul(weights, values) + np.matmul(per_row, value_table)


def _masked_softmax(scores, keep):
    lowest = np.finfo(scores.dtype).min
    top = np.max(scores, axis=-1, keepdims=True, where=keep, initial=lowest)
    powers = np.where(keep, np.exp(np.minimum(scores - top, 0)), 0)
    total = powers.sum(axis=-1, keepdims=True)
    return np.divide(powers, total, out=np.zeros_like(powers), where=total > 0)


def relative_attention(queries, keys, values, key_table, value_table, keep=None):
    max_distance = len(key_table) // 2
    index = relative_index(queries.shape[-2], max_distance)
    scores = relative_scores(queries, keys, key_table, index)
    keep = np.broadcast_to(True if keep is None else keep, scores.shape)
    weights = _masked_softmax(scores, keep)
    return relative_values(weights, values, value_table, index), weights
