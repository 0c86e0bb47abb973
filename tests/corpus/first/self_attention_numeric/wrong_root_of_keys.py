# wrong: attention_weights: given d_k, divides by the root of the number of keys; shows if there are not d_k keys
"""Self-attention of one sentence, in four steps that can be followed by hand."""

import math
import numpy as np


def times(rows, matrix):
    table = np.zeros((len(rows), len(matrix[0])))
    for i in range(len(rows)):
        for j in range(len(matrix[0])):
            for m in range(len(matrix)):
                table[i, j] += rows[i][m] * matrix[m][j]
    return table


def project(
    x: np.ndarray, W_q: np.ndarray, W_k: np.ndarray, W_v: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Step 1: the query, the key and the value of every word.

    x: (word, d_model).  W_q, W_k: (d_model, d_k).  W_v: (d_model, d_v).
    Returns Q (word, d_k), K (word, d_k), V (word, d_v), in this order.
    """
    Q = times(x, W_q)
    K = times(x, W_k)
    V = times(x, W_v)
    return Q, K, V


def attention_scores(Q: np.ndarray, K: np.ndarray) -> np.ndarray:
    """Step 2: every query against every key, not scaled: q_i · k_j.

    Q: (query, d_k).  K: (key, d_k).  Returns (query, key).
    """
    scores = []
    for q in Q:
        scores.append([float(sum(a * b for a, b in zip(q, k))) for k in K])
    return np.array(scores)


def attention_weights(scores: np.ndarray, d_k: int | None = None) -> np.ndarray:
    """Step 3: softmax over the keys. If d_k is given, the scores are divided by √d_k first.

    scores: (query, key), of any size.  Returns (query, key): every row adds up to 1.
    """
    table = np.zeros(np.shape(scores))
    for i, row in enumerate(scores):
        row = np.array(row, dtype=float)
        if d_k is not None:
            row = row / math.sqrt(len(row))
        e = np.exp(row - max(row))
        table[i] = e / sum(e)
    return table


def contributions(weights: np.ndarray, V: np.ndarray) -> np.ndarray:
    """Step 4, first half: what each value adds to each output, α_ij · v_j.

    weights: (query, key).  V: (key, d_v).  Returns (query, key, d_v).
    """
    parts = np.zeros((len(weights), len(V), len(V[0])))
    for i in range(len(weights)):
        for j in range(len(V)):
            for c in range(len(V[0])):
                parts[i, j, c] = weights[i][j] * V[j][c]
    return parts


def outputs(weights: np.ndarray, V: np.ndarray) -> np.ndarray:
    """Step 4: the weighted sum of the values, Σ_j α_ij v_j.

    weights: (query, key).  V: (key, d_v).  Returns (query, d_v).
    """
    result = np.zeros((len(weights), len(V[0])))
    for i, parts in enumerate(contributions(weights, V)):
        for part in parts:
            result[i] += part
    return result


def self_attention(
    x: np.ndarray, W_q: np.ndarray, W_k: np.ndarray, W_v: np.ndarray, scaled: bool = True
) -> tuple[np.ndarray, np.ndarray]:
    """All steps together.

    x: (word, d_model).  W_q, W_k: (d_model, d_k).  W_v: (d_model, d_v).
    Returns the outputs (word, d_v) and the weights (word, word), in this order.
    """
    Q, K, V = project(x, W_q, W_k, W_v)
    scores = attention_scores(Q, K)
    if scaled:
        weights = attention_weights(scores, len(Q[0]))
    else:
        weights = attention_weights(scores)
    return outputs(weights, V), weights
