"""Self-attention of one sentence, in four steps that can be followed by hand."""

import numpy as np


def project(
    x: np.ndarray, W_q: np.ndarray, W_k: np.ndarray, W_v: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Step 1: q_i, k_i and v_i of every word, as the rows of Q, K and V.  x: (word, d_model)."""
    Q = x @ W_q  # (word, d_k): what each word looks for
    K = x @ W_k  # (word, d_k): what each word can be found by
    V = x @ W_v  # (word, d_v): what each word has to say
    return Q, K, V


def attention_scores(Q: np.ndarray, K: np.ndarray) -> np.ndarray:
    """Step 2: e_ij = q_i · k_j.  Q: (query, d_k), K: (key, d_k)."""
    return Q @ K.T  # (query, d_k) @ (d_k, key)


def attention_weights(scores: np.ndarray, d_k: int | None = None) -> np.ndarray:
    """Step 3: α_ij = exp(e_ij) / Σ_m exp(e_im), after a division by √d_k if d_k is given.  scores: (query, key)."""
    if d_k is not None:
        scores = scores / np.sqrt(d_k)
    peak = np.max(scores, axis=1, keepdims=True)  # (query, 1): exp stays at 1 or below, and nothing overflows
    exponentials = np.exp(scores - peak)
    return exponentials / np.sum(exponentials, axis=1, keepdims=True)  # each query shares out 1 among the keys


def contributions(weights: np.ndarray, V: np.ndarray) -> np.ndarray:
    """Step 4, first half: α_ij · v_j.  weights: (query, key), V: (key, d_v)."""
    return weights[:, :, None] * V[None, :, :]  # (query, key, 1) * (1, key, d_v)


def outputs(weights: np.ndarray, V: np.ndarray) -> np.ndarray:
    """Step 4: Σ_j α_ij v_j, the contributions added up over the keys.  weights: (query, key), V: (key, d_v)."""
    return weights @ V  # (query, key) @ (key, d_v)


def self_attention(
    x: np.ndarray, W_q: np.ndarray, W_k: np.ndarray, W_v: np.ndarray, scaled: bool = True
) -> tuple[np.ndarray, np.ndarray]:
    """All steps: softmax(Q Kᵀ / √d_k) V.  x: (word, d_model); every word is a query, a key and a value."""
    Q, K, V = project(x, W_q, W_k, W_v)
    scores = attention_scores(Q, K)  # (word, word)
    d_k = K.shape[1]
    weights = attention_weights(scores, d_k if scaled else None)  # (word, word)
    return outputs(weights, V), weights  # (word, d_v), (word, word)
