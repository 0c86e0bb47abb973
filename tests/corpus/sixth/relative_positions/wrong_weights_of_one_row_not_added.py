# wrong: weights are collected per table row with +=, which counts a row once; two keys with one row (clipped).
import numpy as np
import torch


def relative_index(length, max_distance):
    rows = np.zeros((length, length), dtype=int)
    for i in range(length):
        for j in range(length):
            rows[i, j] = min(max(j - i + max_distance, 0), 2 * max_distance)
    return rows


def relative_scores(queries, keys, key_table, index):
    with_rows = queries @ key_table.T
    index = np.asarray(index).astype(int)
    picked = np.take_along_axis(with_rows, np.broadcast_to(index, (*queries.shape[:-2], *index.shape)), axis=-1)
    return (np.einsum("...qd,...kd->...qk", queries, keys) + picked) / np.sqrt(queries.shape[-1])


def relative_values(weights, values, value_table, index):
    per_row = np.zeros((*weights.shape[:-1], len(value_table)))
    for i, rows in enumerate(index):
        per_row[..., i, rows] += weights[..., i, :]
    return weights @ values + per_row @ value_table


def relative_attention(queries, keys, values, key_table, value_table, keep=None):
    index = relative_index(keys.shape[-2], len(key_table) // 2)
    scores = torch.tensor(relative_scores(queries, keys, key_table, index))
    if keep is not None:
        scores = scores.masked_fill(~torch.tensor(np.array(keep)), float("-inf"))
    weights = torch.softmax(scores, dim=-1).nan_to_num(0.0).numpy()
    return relative_values(weights, values, value_table, index), weights
