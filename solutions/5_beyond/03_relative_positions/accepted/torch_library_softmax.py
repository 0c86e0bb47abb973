"""torch tensors and the library's softmax; the query meets the whole table once, and the scores are gathered."""

import torch


def relative_index(length, max_distance):
    position = torch.arange(length)
    return (position - position.unsqueeze(1)).clamp(-max_distance, max_distance) + max_distance


def relative_scores(queries, keys, key_table, index):
    queries, keys, key_table, index = map(torch.as_tensor, (queries, keys, key_table, index))
    with_table = queries @ key_table.T  # (..., query, rows): far smaller than (query, key, d_k)
    position = with_table.gather(-1, index.long().expand(*queries.shape[:-1], -1))
    return (queries @ keys.mT + position) / queries.shape[-1] ** 0.5


def relative_values(weights, values, value_table, index):
    weights, values, value_table, index = map(torch.as_tensor, (weights, values, value_table, index))
    of_rows = weights.new_zeros(*weights.shape[:-1], len(value_table))
    of_rows = of_rows.scatter_add(-1, index.long().expand_as(weights), weights)  # the weight that falls on each row
    return weights @ values + of_rows @ value_table


def relative_attention(queries, keys, values, key_table, value_table, keep=None):
    index = relative_index(queries.shape[-2], (len(key_table) - 1) // 2)
    scores = relative_scores(queries, keys, key_table, index)
    if keep is None:
        keep = torch.ones(1, dtype=torch.bool)
    keep = torch.as_tensor(keep)
    weights = scores.masked_fill(~keep, float("-inf")).softmax(-1).masked_fill(~keep, 0)
    return relative_values(weights, values, value_table, index), weights
