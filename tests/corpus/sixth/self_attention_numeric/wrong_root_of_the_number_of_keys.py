# wrong: attention_weights divides by the root of the number of keys whenever d_k is given; it shows when that is not d_k.
import math

import numpy as np


def project(x, W_q, W_k, W_v):
    return tuple(np.einsum("wm,md->wd", x, W) for W in (W_q, W_k, W_v))


def attention_scores(Q, K):
    return np.array([[sum(a * b for a, b in zip(q, k)) for k in K] for q in Q])


def attention_weights(scores, d_k=None):
    queries, keys = scores.shape
    root = 1.0 if d_k is None else math.sqrt(keys)
    weights = np.empty(scores.shape)
    for i, row in enumerate(scores):
        best = max(row)
        e = [math.exp((score - best) / root) for score in row]
        weights[i] = np.array(e) / sum(e)
    return weights


def contributions(weights, V):
    return np.einsum("qk,kd->qkd", weights, V)


def outputs(weights, V):
    return contributions(weights, V).sum(axis=1)


def self_attention(x, W_q, W_k, W_v, scaled=True):
    Q, K, V = project(x, W_q, W_k, W_v)
    scores = attention_scores(Q, K)
    if scaled:
        weights = attention_weights(scores, d_k=Q.shape[1])
    else:
        weights = attention_weights(scores)
    return outputs(weights, V), weights
