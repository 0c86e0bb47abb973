# wrong: self_attention scales with the root of d_model in place of d_k; whenever the two differ
import numpy as np


def project(x, W_q, W_k, W_v):
    Q = np.matmul(x, W_q)
    K = np.matmul(x, W_k)
    V = np.matmul(x, W_v)
    return Q, K, V


def attention_scores(Q: np.ndarray, K: np.ndarray) -> np.ndarray:
    return np.einsum("qd,kd->qk", Q, K)


def attention_weights(scores: np.ndarray, d_k: int | None = None) -> np.ndarray:
    scale = 1.0 if d_k is None else d_k**0.5
    shifted = scores / scale
    shifted = shifted - np.max(shifted, axis=-1, keepdims=True)
    weights = np.exp(shifted)
    return weights / np.sum(weights, axis=-1, keepdims=True)


def contributions(weights: np.ndarray, V: np.ndarray) -> np.ndarray:
    return np.einsum("qk,kv->qkv", weights, V)


def outputs(weights: np.ndarray, V: np.ndarray) -> np.ndarray:
    return contributions(weights, V).sum(axis=1)


def self_attention(x, W_q, W_k, W_v, scaled=True):
    Q, K, V = project(x, W_q, W_k, W_v)
    n_words, d = x.shape
    E = attention_scores(Q, K)
    A = attention_weights(E, d if scaled else None)
    return outputs(A, V), A
