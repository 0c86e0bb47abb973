# wrong: relative_scores uses one absolute row for each key (index[0]) and forgets sqrt(d_k); relative_attention: nan for a query that sees nothing
import numpy as np


def relative_index(length, max_distance):
    table = np.zeros((length, length), dtype=int)
    for i in range(length):
        for j in range(length):
            distance = j - i
            if distance > max_distance:
                distance = max_distance
            elif distance < -max_distance:
                distance = -max_distance
            table[i, j] = distance + max_distance
    return table


def relative_scores(queries, keys, key_table, index):
    moved = keys.copy().astype(float)
    for j in range(keys.shape[-2]):
        moved[..., j, :] += key_table[index[0, j]]
    return queries @ moved.swapaxes(-1, -2)


def relative_values(weights, values, value_table, index):
    total = 0.0
    for j in range(values.shape[-2]):
        total = total + weights[..., j, None] * (values[..., j, None, :] + value_table[index[:, j]])
    return total


def relative_attention(queries, keys, values, key_table, value_table, keep=None):
    m = len(key_table) // 2
    index = relative_index(queries.shape[-2], m)
    scores = relative_scores(queries, keys, key_table, index)
    if keep is not None:
        scores = np.where(keep, scores, -np.inf)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    weights = weights / weights.sum(-1, keepdims=True)
    return relative_values(weights, values, value_table, index), weights
