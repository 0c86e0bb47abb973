"""The recipe word by word: q_i, k_i, v_i, then e_ij, then α_ij, then the sum, in plain Python."""

import math


def product(a, b):
    return sum(float(x) * float(y) for x, y in zip(a, b, strict=True))


def project(x, W_q, W_k, W_v):
    made = []
    for W in (W_q, W_k, W_v):
        columns = list(zip(*W, strict=True))
        made.append([[product(word, column) for column in columns] for word in x])
    return made[0], made[1], made[2]


def attention_scores(Q, K):
    return [[product(q, k) for k in K] for q in Q]


def attention_weights(scores, d_k=None):
    root = 1.0 if d_k is None else math.sqrt(d_k)
    rows = []
    for row in scores:
        scaled = [float(score) / root for score in row]
        peak = max(scaled)
        exponentials = [math.exp(score - peak) for score in scaled]
        total = sum(exponentials)
        rows.append([value / total for value in exponentials])
    return rows


def contributions(weights, V):
    return [[[float(share) * float(v) for v in value] for share, value in zip(row, V, strict=True)] for row in weights]


def outputs(weights, V):
    return [[sum(column) for column in zip(*parts, strict=True)] for parts in contributions(weights, V)]


def self_attention(x, W_q, W_k, W_v, scaled=True):
    Q, K, V = project(x, W_q, W_k, W_v)
    weights = attention_weights(attention_scores(Q, K), len(K[0]) if scaled else None)
    return outputs(weights, V), weights
