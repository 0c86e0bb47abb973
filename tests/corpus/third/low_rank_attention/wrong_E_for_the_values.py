# wrong: the values are projected with E as well and F is not used, which shows whenever E and F differ.
import math

import numpy as np


def project(matrix, rows, keep, multiply):
    """The slots: weighted sums of the rows that are not padding."""
    if keep is not None:
        rows = np.where(np.expand_dims(keep, axis=-1), rows, 0.0)
    return multiply(matrix, rows)


def low_rank_attention(queries, keys, values, E, F, keep=None, multiply=np.matmul):
    slot_keys = project(E, keys, keep, multiply)
    slot_values = project(E, values, keep, multiply)
    scores = multiply(queries, np.moveaxis(slot_keys, -2, -1))
    scores = scores / math.sqrt(queries.shape[-1])
    scores = scores - np.amax(scores, axis=-1, keepdims=True)
    weights = np.exp(scores)
    weights = weights / np.sum(weights, axis=-1, keepdims=True)
    outputs = multiply(weights, slot_values)
    return outputs, weights


def effective_weights(weights, F):
    return np.dot(weights, F)


def dense_multiplications(length, d_k, d_v):
    scores = length * d_k * length
    outputs = length * length * d_v
    return scores + outputs


def low_rank_multiplications(length, rank, d_k, d_v):
    project_keys = rank * length * d_k
    project_values = rank * length * d_v
    scores = length * d_k * rank
    outputs = length * rank * d_v
    return project_keys + project_values + scores + outputs
