# wrong: the largest score of the whole matrix is subtracted: a row 800 below becomes NaN.
"""Self-attention of one sentence, in four steps that can be followed by hand."""

import numpy as np


def project(
    x: np.ndarray, W_q: np.ndarray, W_k: np.ndarray, W_v: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    return x @ W_q, x @ W_k, x @ W_v


def attention_scores(Q: np.ndarray, K: np.ndarray) -> np.ndarray:
    return Q @ K.T


def attention_weights(scores: np.ndarray, d_k: int | None = None) -> np.ndarray:
    e = scores - scores.max()
    if d_k is not None:
        e = e / np.sqrt(d_k)
    e = np.exp(e)
    return e / e.sum(axis=-1, keepdims=True)


def contributions(weights: np.ndarray, V: np.ndarray) -> np.ndarray:
    return weights[:, :, None] * V[None, :, :]


def outputs(weights: np.ndarray, V: np.ndarray) -> np.ndarray:
    return weights @ V


def self_attention(
    x: np.ndarray, W_q: np.ndarray, W_k: np.ndarray, W_v: np.ndarray, scaled: bool = True
) -> tuple[np.ndarray, np.ndarray]:
    Q, K, V = project(x, W_q, W_k, W_v)
    weights = attention_weights(attention_scores(Q, K), Q.shape[1] if scaled else None)
    return outputs(weights, V), weights
