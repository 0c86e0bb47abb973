# wrong: contributions and outputs have the type of the weights: whole-number weights cut values such as 0.5.
import numpy as np


def project(
    x: np.ndarray, W_q: np.ndarray, W_k: np.ndarray, W_v: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Step 1: q_i, k_i and v_i of every word, as the rows of Q, K and V.  x: (word, d_model)."""
    Q = x @ W_q
    K = x @ W_k
    V = x @ W_v
    return (Q, K, V)


def attention_scores(Q: np.ndarray, K: np.ndarray) -> np.ndarray:
    """Step 2: e_ij = q_i · k_j.  Q: (query, d_k), K: (key, d_k)."""
    return Q @ K.T


def attention_weights(scores: np.ndarray, d_k: int | None = None) -> np.ndarray:
    """Step 3: α_ij = exp(e_ij) / Σ_m exp(e_im), after a division by √d_k if d_k is given.  scores: (query, key)."""
    if d_k is not None:
        scores = scores / np.sqrt(d_k)
    peak = np.max(scores, axis=1, keepdims=True)
    exponentials = np.exp(scores - peak)
    return exponentials / np.sum(exponentials, axis=1, keepdims=True)


def contributions(weights, V):
    table = np.empty((*weights.shape, V.shape[1]), dtype=weights.dtype)
    for i, row in enumerate(weights):
        for j, weight in enumerate(row):
            table[i, j] = weight * V[j]
    return table


def outputs(weights, V):
    return contributions(weights, V).sum(axis=1)


def self_attention(
    x: np.ndarray, W_q: np.ndarray, W_k: np.ndarray, W_v: np.ndarray, scaled: bool = True
) -> tuple[np.ndarray, np.ndarray]:
    """All steps: softmax(Q Kᵀ / √d_k) V.  x: (word, d_model); every word is a query, a key and a value."""
    Q, K, V = project(x, W_q, W_k, W_v)
    scores = attention_scores(Q, K)
    d_k = K.shape[1]
    weights = attention_weights(scores, d_k if scaled else None)
    return (outputs(weights, V), weights)
