# wrong: the scores have the type of Q: whole-number queries against real keys lose their fractions.
import numpy as np


def project(
    x: np.ndarray, W_q: np.ndarray, W_k: np.ndarray, W_v: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Step 1: q_i, k_i and v_i of every word, as the rows of Q, K and V.  x: (word, d_model)."""
    Q = x @ W_q
    K = x @ W_k
    V = x @ W_v
    return (Q, K, V)


def attention_scores(Q, K):
    out = np.zeros((len(Q), len(K)), dtype=Q.dtype)
    for i in range(len(Q)):
        for j in range(len(K)):
            out[i, j] = Q[i] @ K[j]
    return out


def attention_weights(scores: np.ndarray, d_k: int | None = None) -> np.ndarray:
    """Step 3: α_ij = exp(e_ij) / Σ_m exp(e_im), after a division by √d_k if d_k is given.  scores: (query, key)."""
    if d_k is not None:
        scores = scores / np.sqrt(d_k)
    peak = np.max(scores, axis=1, keepdims=True)
    exponentials = np.exp(scores - peak)
    return exponentials / np.sum(exponentials, axis=1, keepdims=True)


def contributions(weights: np.ndarray, V: np.ndarray) -> np.ndarray:
    """Step 4, first half: α_ij · v_j.  weights: (query, key), V: (key, d_v)."""
    return weights[:, :, None] * V[None, :, :]


def outputs(weights: np.ndarray, V: np.ndarray) -> np.ndarray:
    """Step 4: Σ_j α_ij v_j, the contributions added up over the keys.  weights: (query, key), V: (key, d_v)."""
    return weights @ V


def self_attention(
    x: np.ndarray, W_q: np.ndarray, W_k: np.ndarray, W_v: np.ndarray, scaled: bool = True
) -> tuple[np.ndarray, np.ndarray]:
    """All steps: softmax(Q Kᵀ / √d_k) V.  x: (word, d_model); every word is a query, a key and a value."""
    Q, K, V = project(x, W_q, W_k, W_v)
    scores = attention_scores(Q, K)
    d_k = K.shape[1]
    weights = attention_weights(scores, d_k if scaled else None)
    return (outputs(weights, V), weights)
