# wrong: contributions: V[:, None, :] pairs each weight with the value of the query's row; silent if query = key
"""Self-attention of one sentence, in four steps that can be followed by hand."""

import numpy as np


def project(
    x: np.ndarray, W_q: np.ndarray, W_k: np.ndarray, W_v: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Step 1: the query, the key and the value of every word.

    x: (word, d_model).  W_q, W_k: (d_model, d_k).  W_v: (d_model, d_v).
    Returns Q (word, d_k), K (word, d_k), V (word, d_v), in this order.
    """
    return x @ W_q, x @ W_k, x @ W_v


def attention_scores(Q: np.ndarray, K: np.ndarray) -> np.ndarray:
    """Step 2: every query against every key, not scaled: q_i · k_j.

    Q: (query, d_k).  K: (key, d_k).  Returns (query, key).
    """
    return Q @ K.T


def attention_weights(scores: np.ndarray, d_k: int | None = None) -> np.ndarray:
    """Step 3: softmax over the keys. If d_k is given, the scores are divided by √d_k first.

    scores: (query, key), of any size.  Returns (query, key): every row adds up to 1.
    """
    if d_k is not None:
        scores = scores / np.sqrt(d_k)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def contributions(weights: np.ndarray, V: np.ndarray) -> np.ndarray:
    """Step 4, first half: what each value adds to each output, α_ij · v_j.

    weights: (query, key).  V: (key, d_v).  Returns (query, key, d_v).
    """
    return weights[:, :, None] * V[:, None, :]


def outputs(weights: np.ndarray, V: np.ndarray) -> np.ndarray:
    """Step 4: the weighted sum of the values, Σ_j α_ij v_j.

    weights: (query, key).  V: (key, d_v).  Returns (query, d_v).
    """
    return weights @ V


def self_attention(
    x: np.ndarray, W_q: np.ndarray, W_k: np.ndarray, W_v: np.ndarray, scaled: bool = True
) -> tuple[np.ndarray, np.ndarray]:
    """All steps together.

    x: (word, d_model).  W_q, W_k: (d_model, d_k).  W_v: (d_model, d_v).
    Returns the outputs (word, d_v) and the weights (word, word), in this order.
    """
    Q, K, V = project(x, W_q, W_k, W_v)
    d_k = K.shape[-1] if scaled else None
    weights = attention_weights(attention_scores(Q, K), d_k)
    return outputs(weights, V), weights
