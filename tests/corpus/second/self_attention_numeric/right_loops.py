# right: plain Python loops and lists, turned into arrays at the end
import math

import numpy as np

def _mul(A, B):
    n, m, p = len(A), len(B), len(B[0])
    return np.array([[sum(float(A[i][t]) * float(B[t][j]) for t in range(m)) for j in range(p)] for i in range(n)])


def project(x, W_q, W_k, W_v):
    return _mul(x, W_q), _mul(x, W_k), _mul(x, W_v)


def attention_scores(Q, K):
    scores = np.zeros((len(Q), len(K)))
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            scores[i, j] = np.dot(q, k)
    return scores


def attention_weights(scores, d_k=None):
    root = 1.0
    if d_k is not None:
        root = math.sqrt(d_k)
    table = []
    for row in scores:
        row = [float(s) / root for s in row]
        top = max(row)
        e = [math.exp(s - top) for s in row]
        table.append([v / sum(e) for v in e])
    return np.array(table)


def contributions(weights, V):
    out = np.zeros((weights.shape[0], weights.shape[1], V.shape[1]))
    for i in range(weights.shape[0]):
        for j in range(weights.shape[1]):
            out[i, j] = weights[i, j] * V[j]
    return out


def outputs(weights, V):
    return _mul(weights, V)


def self_attention(x, W_q, W_k, W_v, scaled=True):
    Q, K, V = project(x, W_q, W_k, W_v)
    scores = attention_scores(Q, K)
    weights = attention_weights(scores, K.shape[1] if scaled else None)
    return outputs(weights, V), weights
