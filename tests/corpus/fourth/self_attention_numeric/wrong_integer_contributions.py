# wrong: contributions is filled into an array of V's dtype, so values of whole numbers give whole numbers.
import math

import numpy as np


def dot(a, b):
    return sum(float(p) * float(q) for p, q in zip(a, b))


def project(x, W_q, W_k, W_v):
    def times(W):
        return np.array([[dot(word, column) for column in np.transpose(W)] for word in x])

    return times(W_q), times(W_k), times(W_v)


def attention_scores(Q, K):
    return np.array([[dot(q, k) for k in K] for q in Q])


def attention_weights(scores, d_k=None):
    rows = []
    for row in scores:
        row = [float(s) / (math.sqrt(d_k) if d_k else 1.0) for s in row]
        top = max(row)
        powers = [math.exp(s - top) for s in row]
        rows.append([p / sum(powers) for p in powers])
    return np.array(rows)


def contributions(weights, V):
    result = np.zeros((len(weights), *V.shape), dtype=V.dtype)
    for i, row in enumerate(weights):
        for j, alpha in enumerate(row):
            result[i, j] = alpha * V[j]
    return result


def outputs(weights, V):
    return np.array([sum(alpha * value for alpha, value in zip(row, V)) for row in weights])


def self_attention(x, W_q, W_k, W_v, scaled=True):
    Q, K, V = project(x, W_q, W_k, W_v)
    weights = attention_weights(attention_scores(Q, K), Q.shape[1] if scaled else None)
    return outputs(weights, V), weights
