# wrong: outputs averages the contributions over the keys in place of adding them; more than one key
import numpy as np


def project(x, W_q, W_k, W_v):
    return x @ W_q, x @ W_k, x @ W_v


def attention_scores(Q, K):
    scores = np.zeros((len(Q), len(K)))
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            scores[i, j] = np.dot(q, k)
    return scores


def attention_weights(scores, d_k=None):
    rows = []
    for row in scores:
        row = row.astype(float)
        if d_k is not None:
            row = row / np.sqrt(d_k)
        e = np.exp(row - row.max())
        rows.append(e / e.sum())
    return np.array(rows)


def contributions(weights, V):
    out = np.zeros((weights.shape[0], weights.shape[1], V.shape[1]))
    for i in range(weights.shape[0]):
        for j in range(weights.shape[1]):
            out[i, j] = weights[i, j] * V[j]
    return out


def outputs(weights, V):
    parts = contributions(weights, V)
    return parts.mean(axis=1)


def self_attention(x, W_q, W_k, W_v, scaled=True):
    Q, K, V = project(x, W_q, W_k, W_v)
    scores = attention_scores(Q, K)
    weights = attention_weights(scores, K.shape[1] if scaled else None)
    return outputs(weights, V), weights
