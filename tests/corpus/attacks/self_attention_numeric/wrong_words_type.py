# wrong: project fills arrays of the type of x: words of whole numbers with matrices of real ones lose their fractions.
import numpy as np


def project(x, W_q, W_k, W_v):

    def p(W):
        out = np.zeros((x.shape[0], W.shape[1]), dtype=x.dtype)
        for i in range(len(x)):
            out[i] = x[i] @ W
        return out

    return (p(W_q), p(W_k), p(W_v))


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


def self_attention(
    x: np.ndarray, W_q: np.ndarray, W_k: np.ndarray, W_v: np.ndarray, scaled: bool = True
) -> tuple[np.ndarray, np.ndarray]:
    """All steps: softmax(Q Kᵀ / √d_k) V.  x: (word, d_model); every word is a query, a key and a value."""
    Q, K, V = project(x, W_q, W_k, W_v)
    scores = attention_scores(Q, K)
    d_k = K.shape[1]
    weights = attention_weights(scores, d_k if scaled else None)
    return (outputs(weights, V), weights)
