# wrong: relative_values adds the mean of the table vectors over the keys instead of mixing them with the weights.
import math

import numpy as np


def relative_index(length, max_distance):
    return np.array(
        [[min(max(j - i, -max_distance), max_distance) + max_distance for j in range(length)] for i in range(length)]
    )


def relative_scores(queries, keys, key_table, index):
    a = key_table[index]
    qk = np.einsum("...id,...jd->...ij", queries, keys)
    qa = np.einsum("...id,ijd->...ij", queries, a)
    return (qk + qa) / math.sqrt(queries.shape[-1])


def relative_values(weights, values, value_table, index):
    a = value_table[index]  # (query, key, d_v)
    return np.einsum("...ij,...jd->...id", weights, values) + a.mean(axis=1)


def relative_attention(queries, keys, values, key_table, value_table, keep=None):
    n = queries.shape[-2]
    m = (len(key_table) - 1) // 2
    index = relative_index(n, m)
    e = relative_scores(queries, keys, key_table, index)
    if keep is not None:
        e = np.where(keep, e, -np.inf)
    with np.errstate(invalid="ignore", divide="ignore"):
        alpha = np.exp(e - e.max(axis=-1, keepdims=True))
        alpha = alpha / alpha.sum(axis=-1, keepdims=True)
    alpha = np.nan_to_num(alpha)
    z = relative_values(alpha, values, value_table, index)
    if keep is not None:
        seeing = np.broadcast_to(keep, e.shape).any(axis=-1)
        z = np.where(seeing[..., None], z, 0)
    return z, alpha
