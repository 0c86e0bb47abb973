# right: loops over every query; only visible keys take part at all.
"""Scaled dot-product attention, query by query."""

import math

import numpy as np


def _softmax(row):
    e = np.exp(row - row.max())
    return e / e.sum()


def attention(
    queries: np.ndarray, keys: np.ndarray, values: np.ndarray, keep: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    n_query, d_k = queries.shape[-2:]
    lead = queries.shape[:-2]
    n_key, d_v = values.shape[-2:]
    shape = (*lead, n_query, n_key)
    seen = np.ones(shape, dtype=bool) if keep is None else np.broadcast_to(keep, shape)
    weights = np.zeros(shape)
    outputs = np.zeros((*lead, n_query, d_v))
    for where in np.ndindex(*lead):
        for i in range(n_query):
            visible = np.flatnonzero(seen[where][i])
            if visible.size == 0:
                continue
            w = _softmax(keys[where][visible].astype(float) @ queries[where][i].astype(float) / math.sqrt(d_k))
            weights[where][i, visible] = w
            outputs[where][i] = w @ values[where][visible]
    return outputs, weights
