# wrong: self_attention has a softmax of its own, without the maximum: words whose scores are over 710 give NaN.
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


def contributions(weights: np.ndarray, V: np.ndarray) -> np.ndarray:
    """Step 4, first half: α_ij · v_j.  weights: (query, key), V: (key, d_v)."""
    return weights[:, :, None] * V[None, :, :]


def outputs(weights: np.ndarray, V: np.ndarray) -> np.ndarray:
    """Step 4: Σ_j α_ij v_j, the contributions added up over the keys.  weights: (query, key), V: (key, d_v)."""
    return weights @ V


def self_attention(x, W_q, W_k, W_v, scaled=True):
    Q, K, V = (x @ W_q, x @ W_k, x @ W_v)
    e = Q @ K.T
    if scaled:
        e = e / np.sqrt(K.shape[1])
    w = np.exp(e)
    w = w / w.sum(axis=1, keepdims=True)
    return (w @ V, w)
