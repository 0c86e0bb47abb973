# wrong: the array of contributions has the type of V: whole-number values cut the products to whole numbers (printed V as int with fractional weights).
"""Self-attention of one sentence, in four steps that can be followed by hand."""

import numpy as np


def project(
    x: np.ndarray, W_q: np.ndarray, W_k: np.ndarray, W_v: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    return x @ W_q, x @ W_k, x @ W_v


def attention_scores(Q: np.ndarray, K: np.ndarray) -> np.ndarray:
    return Q @ K.T


def attention_weights(scores: np.ndarray, d_k: int | None = None) -> np.ndarray:
    e = scores - scores.max(axis=-1, keepdims=True)
    if d_k is not None:
        e = e / np.sqrt(d_k)
    e = np.exp(e)
    return e / e.sum(axis=-1, keepdims=True)


def contributions(weights: np.ndarray, V: np.ndarray) -> np.ndarray:
    n_query, n_key = weights.shape
    parts = np.zeros((n_query, n_key, V.shape[1]), dtype=V.dtype)
    for i in range(n_query):
        for j in range(n_key):
            parts[i, j] = weights[i, j] * V[j]
    return parts


def outputs(weights: np.ndarray, V: np.ndarray) -> np.ndarray:
    return weights @ V


def self_attention(
    x: np.ndarray, W_q: np.ndarray, W_k: np.ndarray, W_v: np.ndarray, scaled: bool = True
) -> tuple[np.ndarray, np.ndarray]:
    Q, K, V = project(x, W_q, W_k, W_v)
    weights = attention_weights(attention_scores(Q, K), Q.shape[1] if scaled else None)
    return outputs(weights, V), weights
