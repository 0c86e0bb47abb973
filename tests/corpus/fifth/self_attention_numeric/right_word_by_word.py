# right: the recipe for one word, in Python loops and Python numbers.
"""Self-attention, one word after the other."""

import math

import numpy as np


def _times(row, matrix):
    """A row times a matrix, both of any type of numbers."""
    return [math.fsum(float(r) * float(m) for r, m in zip(row, column)) for column in matrix.T]


def project(x, W_q, W_k, W_v):
    made = []
    for W in (W_q, W_k, W_v):
        made.append(np.array([_times(word, W) for word in x]).reshape(len(x), W.shape[1]))
    return tuple(made)


def attention_scores(Q, K):
    e = np.empty((Q.shape[0], K.shape[0]))
    for i in range(Q.shape[0]):
        for j in range(K.shape[0]):
            e[i, j] = math.fsum(float(a) * float(b) for a, b in zip(Q[i], K[j]))
    return e


def attention_weights(scores, d_k=None):
    root = math.sqrt(d_k) if d_k is not None else 1.0
    rows = []
    for row in scores.tolist():
        best = max(row)
        exps = [math.exp((e - best) / root) for e in row]
        total = sum(exps)
        rows.append([e / total for e in exps])
    return np.array(rows, dtype=float).reshape(scores.shape)


def contributions(weights, V):
    result = np.zeros(weights.shape + (V.shape[1],))
    for i, j in np.ndindex(*weights.shape):
        result[i, j] = float(weights[i, j]) * V[j].astype(float)
    return result


def outputs(weights, V):
    return contributions(weights, V).sum(axis=1)


def self_attention(x, W_q, W_k, W_v, scaled=True):
    Q, K, V = project(x, W_q, W_k, W_v)
    scores = attention_scores(Q, K)
    weights = attention_weights(scores, W_k.shape[1]) if scaled else attention_weights(scores)
    return outputs(weights, V), weights
