# wrong: contributions are collected in an array of the type of V, so values that are whole numbers cut every α·v to a whole number; with V of floats all is well, and outputs, computed apart, is always right.
import numpy as np


def project(x, W_q, W_k, W_v):
    return np.dot(x, W_q), np.dot(x, W_k), np.dot(x, W_v)


def attention_scores(Q, K):
    return np.array([[np.dot(q, k) for k in K] for q in Q])


def attention_weights(scores, d_k=None):
    rows = []
    for row in scores:
        row = row if d_k is None else row / np.sqrt(d_k)
        e = np.exp(row - np.max(row))
        rows.append(e / np.sum(e))
    return np.array(rows)


def contributions(weights, V):
    n_queries, n_keys = weights.shape
    parts = np.empty((n_queries, n_keys, V.shape[1]), dtype=V.dtype)
    for i in range(n_queries):
        for j in range(n_keys):
            parts[i, j] = weights[i, j] * V[j]
    return parts


def outputs(weights, V):
    return np.dot(weights, V)


def self_attention(x, W_q, W_k, W_v, scaled=True):
    Q, K, V = project(x, W_q, W_k, W_v)
    scores = attention_scores(Q, K)
    weights = attention_weights(scores, Q.shape[1]) if scaled else attention_weights(scores)
    return outputs(weights, V), weights
