# wrong: the rows of the scores belong to the keys, seen whenever Q and K are not exchangeable.
import math

import numpy as np


def dot(a, b):
    return sum(float(p) * float(q) for p, q in zip(a, b))


def project(x, W_q, W_k, W_v):
    def times(W):
        return np.array([[dot(word, column) for column in np.transpose(W)] for word in x])

    return times(W_q), times(W_k), times(W_v)


def attention_scores(Q, K):
    return np.array([[dot(q, k) for q in Q] for k in K])


def attention_weights(scores, d_k=None):
    rows = []
    for row in scores:
        row = [float(s) / (math.sqrt(d_k) if d_k else 1.0) for s in row]
        top = max(row)
        powers = [math.exp(s - top) for s in row]
        rows.append([p / sum(powers) for p in powers])
    return np.array(rows)


def contributions(weights, V):
    return np.array([[[float(a) * float(v) for v in value] for a, value in zip(row, V)] for row in weights])


def outputs(weights, V):
    return contributions(weights, V).sum(axis=1)


def self_attention(x, W_q, W_k, W_v, scaled=True):
    Q, K, V = project(x, W_q, W_k, W_v)
    weights = attention_weights(attention_scores(Q, K), Q.shape[1] if scaled else None)
    return outputs(weights, V), weights
