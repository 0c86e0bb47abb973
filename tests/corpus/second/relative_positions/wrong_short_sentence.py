# wrong: relative_attention limits max_distance to length - 1 but reads the full tables, so rows are shifted; shows for short sentences
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
    d_k = queries.shape[-1]
    columns = []
    for j in range(keys.shape[-2]):
        asked = keys[..., j, None, :] + key_table[index[:, j]]
        columns.append((queries * asked).sum(-1) / d_k**0.5)
    return np.stack(columns, axis=-1)


def relative_values(weights, values, value_table, index):
    total = 0.0
    for j in range(values.shape[-2]):
        total = total + weights[..., j, None] * (values[..., j, None, :] + value_table[index[:, j]])
    return total


def relative_attention(queries, keys, values, key_table, value_table, keep=None):
    length = queries.shape[-2]
    m = min(len(key_table) // 2, length - 1)
    index = relative_index(length, m)
    scores = relative_scores(queries, keys, key_table, index)
    weights = np.zeros(scores.shape)
    visible = np.ones(scores.shape, dtype=bool) if keep is None else np.broadcast_to(keep, scores.shape)
    for place in np.ndindex(scores.shape[:-1]):
        see = visible[place]
        if see.any():
            s = scores[place][see]
            e = np.exp(s - s.max())
            weights[place + (see,)] = e / e.sum()
    return relative_values(weights, values, value_table, index), weights
