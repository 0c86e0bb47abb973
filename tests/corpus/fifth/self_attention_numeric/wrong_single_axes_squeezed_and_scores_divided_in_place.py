# wrong: squeeze loses the axis of a single query; the division by the root changes the caller's float scores.
"""Self-attention of one sentence, in four steps that can be followed by hand."""

import numpy as np


def project(
    x: np.ndarray, W_q: np.ndarray, W_k: np.ndarray, W_v: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    return x @ W_q, x @ W_k, x @ W_v


def attention_scores(Q: np.ndarray, K: np.ndarray) -> np.ndarray:
    products = [Q @ k[:, None] for k in K]
    return np.stack(products, axis=1).squeeze()


def attention_weights(scores: np.ndarray, d_k: int | None = None) -> np.ndarray:
    e = np.asarray(scores, dtype=float)
    if d_k is not None:
        e /= np.sqrt(d_k)
    e = np.exp(e - e.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def contributions(weights: np.ndarray, V: np.ndarray) -> np.ndarray:
    return weights[:, :, None] * V[None, :, :]


def outputs(weights: np.ndarray, V: np.ndarray) -> np.ndarray:
    return weights @ V


def self_attention(
    x: np.ndarray, W_q: np.ndarray, W_k: np.ndarray, W_v: np.ndarray, scaled: bool = True
) -> tuple[np.ndarray, np.ndarray]:
    Q, K, V = project(x, W_q, W_k, W_v)
    scores = np.atleast_2d(attention_scores(Q, K))
    weights = attention_weights(scores, Q.shape[1] if scaled else None)
    return outputs(weights, V), weights
