# wrong: weights rounded to two digits and contributions averaged over the keys: wrong already in the printed example.
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
    return np.round(e / e.sum(axis=-1, keepdims=True), 2)


def contributions(weights: np.ndarray, V: np.ndarray) -> np.ndarray:
    return weights[:, :, None] * V[None, :, :]


def outputs(weights: np.ndarray, V: np.ndarray) -> np.ndarray:
    return contributions(weights, V).mean(axis=1)


def self_attention(
    x: np.ndarray, W_q: np.ndarray, W_k: np.ndarray, W_v: np.ndarray, scaled: bool = True
) -> tuple[np.ndarray, np.ndarray]:
    Q, K, V = project(x, W_q, W_k, W_v)
    weights = attention_weights(attention_scores(Q, K), Q.shape[1] if scaled else None)
    return outputs(weights, V), weights
