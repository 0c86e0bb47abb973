# wrong: in relative_scores the key is multiplied with the table vector instead of the query (q · k + k · a), so the query has no say about distances.
import numpy as np


def relative_index(length, max_distance):
    table = []
    for query in range(length):
        table.append([])
        for key in range(length):
            d = key - query
            d = max(d, -max_distance)
            d = min(d, max_distance)
            table[query].append(d + max_distance)
    return np.array(table)


def relative_scores(queries, keys, key_table, index):
    n_q, n_k = index.shape
    out = np.empty(queries.shape[:-1] + (n_k,))
    for i in range(n_q):
        for j in range(n_k):
            a = key_table[index[i, j]]
            content = np.sum(queries[..., i, :] * keys[..., j, :], axis=-1)
            position = np.sum(keys[..., j, :] * a, axis=-1)
            out[..., i, j] = (content + position) / np.sqrt(queries.shape[-1])
    return out


def relative_values(weights, values, value_table, index):
    n_q, n_k = index.shape
    out = np.zeros(weights.shape[:-1] + (values.shape[-1],))
    for i in range(n_q):
        for j in range(n_k):
            v = values[..., j, :] + value_table[index[i, j]]
            out[..., i, :] += weights[..., i, j][..., None] * v
    return out


def relative_attention(queries, keys, values, key_table, value_table, keep=None):
    length = queries.shape[-2]
    index = relative_index(length, len(key_table) // 2)
    scores = relative_scores(queries, keys, key_table, index)
    mask = np.broadcast_to(True if keep is None else keep, scores.shape)
    weights = np.zeros(scores.shape)
    for place in np.ndindex(scores.shape[:-1]):
        visible = mask[place]
        if visible.any():
            s = scores[place][visible]
            e = np.exp(s - s.max())
            weights[place][visible] = e / e.sum()
    return relative_values(weights, values, value_table, index), weights
