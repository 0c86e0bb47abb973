# wrong: project: a square matrix is applied from the left, W x_i; wrong if d_model = d_k or d_model = d_v
"""Self-attention of one sentence, in four steps that can be followed by hand."""

import numpy as np
import torch


def apply(W, x):
    if W.shape[0] == W.shape[1]:
        return (tt(W) @ tt(x).T).T.numpy()
    return (tt(x) @ tt(W)).numpy()


def tt(a):
    return torch.tensor(np.array(a, dtype=np.float64, order="C"))


def project(
    x: np.ndarray, W_q: np.ndarray, W_k: np.ndarray, W_v: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Step 1: the query, the key and the value of every word.

    x: (word, d_model).  W_q, W_k: (d_model, d_k).  W_v: (d_model, d_v).
    Returns Q (word, d_k), K (word, d_k), V (word, d_v), in this order.
    """
    return apply(W_q, x), apply(W_k, x), apply(W_v, x)


def attention_scores(Q: np.ndarray, K: np.ndarray) -> np.ndarray:
    """Step 2: every query against every key, not scaled: q_i · k_j.

    Q: (query, d_k).  K: (key, d_k).  Returns (query, key).
    """
    return torch.einsum("qd,kd->qk", tt(Q), tt(K)).numpy()


def attention_weights(scores: np.ndarray, d_k: int | None = None) -> np.ndarray:
    """Step 3: softmax over the keys. If d_k is given, the scores are divided by √d_k first.

    scores: (query, key), of any size.  Returns (query, key): every row adds up to 1.
    """
    e = tt(scores)
    if d_k is not None:
        e = e * float(d_k) ** -0.5
    return torch.softmax(e, dim=1).numpy()


def contributions(weights: np.ndarray, V: np.ndarray) -> np.ndarray:
    """Step 4, first half: what each value adds to each output, α_ij · v_j.

    weights: (query, key).  V: (key, d_v).  Returns (query, key, d_v).
    """
    return torch.einsum("qk,kd->qkd", tt(weights), tt(V)).numpy()


def outputs(weights: np.ndarray, V: np.ndarray) -> np.ndarray:
    """Step 4: the weighted sum of the values, Σ_j α_ij v_j.

    weights: (query, key).  V: (key, d_v).  Returns (query, d_v).
    """
    return tt(contributions(weights, V)).sum(dim=1).numpy()


def self_attention(
    x: np.ndarray, W_q: np.ndarray, W_k: np.ndarray, W_v: np.ndarray, scaled: bool = True
) -> tuple[np.ndarray, np.ndarray]:
    """All steps together.

    x: (word, d_model).  W_q, W_k: (d_model, d_k).  W_v: (d_model, d_v).
    Returns the outputs (word, d_v) and the weights (word, word), in this order.
    """
    Q, K, V = project(x, W_q, W_k, W_v)
    scores = attention_scores(Q, K)
    weights = attention_weights(scores, d_k=W_k.shape[1] if scaled else None)
    return outputs(weights, V), weights
