# wrong: attention_weights without d_k takes the number of keys for it and scales all the same; shows for attention_weights(scores) and self_attention(scaled=False) with two or more keys.
import math

import numpy as np


def matmul(A, B):
    rows, inner, cols = len(A), len(B), B.shape[1]
    C = np.zeros((rows, cols))
    for i in range(rows):
        for j in range(cols):
            for k in range(inner):
                C[i, j] += A[i, k] * B[k, j]
    return C


def project(x, W_q, W_k, W_v):
    return matmul(x, W_q), matmul(x, W_k), matmul(x, W_v)


def attention_scores(Q, K):
    return matmul(Q, K.T)


def attention_weights(scores, d_k=None):
    if d_k is None:
        d_k = scores.shape[1]
    root = math.sqrt(d_k)
    weights = np.zeros(scores.shape)
    for i, row in enumerate(scores):
        top = max(row)
        exps = [math.exp((s - top) / root) for s in row]
        weights[i] = np.array(exps) / sum(exps)
    return weights


def contributions(weights, V):
    return np.array([[w * v for w, v in zip(row, V)] for row in weights])


def outputs(weights, V):
    return matmul(weights, V)


def self_attention(x, W_q, W_k, W_v, scaled=True):
    Q, K, V = project(x, W_q, W_k, W_v)
    weights = attention_weights(attention_scores(Q, K), Q.shape[1] if scaled else None)
    return outputs(weights, V), weights
