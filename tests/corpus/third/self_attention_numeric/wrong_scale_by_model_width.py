# wrong: self_attention hands the width of x (d_model) to attention_weights where the width of a query (d_k) belongs; shows whenever d_model and d_k differ and scaled is left True.
import numpy as np


def project(
    x: np.ndarray, W_q: np.ndarray, W_k: np.ndarray, W_v: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    queries = np.matmul(x, W_q)
    keys = np.matmul(x, W_k)
    values = np.matmul(x, W_v)
    return queries, keys, values


def attention_scores(Q: np.ndarray, K: np.ndarray) -> np.ndarray:
    return np.einsum("qd,kd->qk", Q, K)


def attention_weights(scores: np.ndarray, d_k: int | None = None) -> np.ndarray:
    scale = 1.0 if d_k is None else d_k ** -0.5
    scores = scores * scale
    scores = scores - np.max(scores, axis=-1)[:, np.newaxis]
    numer = np.exp(scores)
    return numer / np.sum(numer, axis=-1)[:, np.newaxis]


def contributions(weights: np.ndarray, V: np.ndarray) -> np.ndarray:
    return np.einsum("qk,kv->qkv", weights, V)


def outputs(weights: np.ndarray, V: np.ndarray) -> np.ndarray:
    return np.einsum("qk,kv->qv", weights, V)


def self_attention(
    x: np.ndarray, W_q: np.ndarray, W_k: np.ndarray, W_v: np.ndarray, scaled: bool = True
) -> tuple[np.ndarray, np.ndarray]:
    n_words, d_k = x.shape
    Q, K, V = project(x, W_q, W_k, W_v)
    weights = attention_weights(attention_scores(Q, K), d_k if scaled else None)
    return outputs(weights, V), weights
