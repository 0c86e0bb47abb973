# wrong: outputs divides each row of weights by its sum; rows that do not add up to 1
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


def outputs(weights, V):
    total = weights.sum(axis=1, keepdims=True)
    total = np.where(total == 0, 1, total)
    return (weights / total) @ V


def self_attention(x, W_q, W_k, W_v, scaled=True):
    Q, K, V = project(x, W_q, W_k, W_v)
    E = attention_scores(Q, K)
    if scaled:
        A = attention_weights(E, d_k=W_k.shape[1])
    else:
        A = attention_weights(E)
    return outputs(A, V), A
