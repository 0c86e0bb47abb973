# right: loops over every pair, the softmax over a list of visible keys, leading axes walked through with ndindex.
import math

import numpy as np


def relative_index(length, max_distance):
    rows = []
    for i in range(length):
        row = []
        for j in range(length):
            distance = j - i
            if distance > max_distance:
                distance = max_distance
            elif distance < -max_distance:
                distance = -max_distance
            row.append(distance + max_distance)
        rows.append(row)
    return np.array(rows, dtype=int).reshape(length, length)


def relative_scores(queries, keys, key_table, index):
    d_k = queries.shape[-1]
    lead = np.broadcast_shapes(queries.shape[:-2], keys.shape[:-2])
    scores = np.zeros((*lead, queries.shape[-2], keys.shape[-2]))
    for i in range(queries.shape[-2]):
        for j in range(keys.shape[-2]):
            key = keys[..., j, :] + key_table[index[i, j]]
            scores[..., i, j] = (queries[..., i, :] * key).sum(axis=-1) / math.sqrt(d_k)
    return scores


def relative_values(weights, values, value_table, index):
    outputs = 0.0
    for j in range(values.shape[-2]):
        # value j as each query sees it: (..., query, d_v)
        seen = values[..., None, j, :] + value_table[index[:, j]]
        outputs = outputs + weights[..., :, j, None] * seen
    return outputs


def relative_attention(queries, keys, values, key_table, value_table, keep=None):
    length = queries.shape[-2]
    index = relative_index(length, len(value_table) // 2)
    scores = relative_scores(queries, keys, key_table, index)
    visible = np.ones(scores.shape, dtype=bool) if keep is None else np.broadcast_to(keep, scores.shape)
    weights = np.zeros(scores.shape)
    for place in np.ndindex(*scores.shape[:-1]):
        seen = [j for j in range(length) if visible[place][j]]
        if seen:
            top = max(scores[place][j] for j in seen)
            shares = [math.exp(scores[place][j] - top) for j in seen]
            for j, share in zip(seen, shares):
                weights[(*place, j)] = share / sum(shares)
    return relative_values(weights, values, value_table, index), weights
