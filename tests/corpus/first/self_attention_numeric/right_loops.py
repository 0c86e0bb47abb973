# right: plain Python loops over words, keys and numbers; outputs add up the contributions
import math
import numpy as np

def times(rows, matrix):
    table = np.zeros((len(rows), len(matrix[0])))
    for i in range(len(rows)):
        for j in range(len(matrix[0])):
            for m in range(len(matrix)):
                table[i, j] += rows[i][m] * matrix[m][j]
    return table

def project(x, W_q, W_k, W_v):
    Q = times(x, W_q)
    K = times(x, W_k)
    V = times(x, W_v)
    return Q, K, V

def attention_scores(Q, K):
    scores = []
    for q in Q:
        scores.append([float(sum(a * b for a, b in zip(q, k))) for k in K])
    return np.array(scores)

def attention_weights(scores, d_k=None):
    root = 1.0 if d_k is None else math.sqrt(d_k)
    table = []
    for row in scores:
        row = [float(score) / root for score in row]
        best = max(row)
        e = [math.exp(score - best) for score in row]
        table.append([value / sum(e) for value in e])
    return np.array(table)

def contributions(weights, V):
    parts = np.zeros((len(weights), len(V), len(V[0])))
    for i in range(len(weights)):
        for j in range(len(V)):
            for c in range(len(V[0])):
                parts[i, j, c] = weights[i][j] * V[j][c]
    return parts

def outputs(weights, V):
    result = np.zeros((len(weights), len(V[0])))
    for i, parts in enumerate(contributions(weights, V)):
        for part in parts:
            result[i] += part
    return result

def self_attention(x, W_q, W_k, W_v, scaled=True):
    Q, K, V = project(x, W_q, W_k, W_v)
    scores = attention_scores(Q, K)
    if scaled:
        weights = attention_weights(scores, len(Q[0]))
    else:
        weights = attention_weights(scores)
    return outputs(weights, V), weights
