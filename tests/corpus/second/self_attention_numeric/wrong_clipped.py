# wrong: attention_weights clips scores to -500..500 in place of subtracting the maximum; 800 and 700 get the same weight
import numpy as np


def project(x, W_q, W_k, W_v):
    Q = np.matmul(x, W_q)
    K = np.matmul(x, W_k)
    V = np.matmul(x, W_v)
    return Q, K, V


def attention_scores(Q: np.ndarray, K: np.ndarray) -> np.ndarray:
    return np.einsum("qd,kd->qk", Q, K)


def attention_weights(scores, d_k=None):
    s = scores if d_k is None else scores / np.sqrt(d_k)
    e = np.exp(np.clip(s, -500.0, 500.0))
    return e / e.sum(axis=-1, keepdims=True)


def contributions(weights: np.ndarray, V: np.ndarray) -> np.ndarray:
    return np.einsum("qk,kv->qkv", weights, V)


def outputs(weights: np.ndarray, V: np.ndarray) -> np.ndarray:
    return contributions(weights, V).sum(axis=1)


def self_attention(x, W_q, W_k, W_v, scaled=True):
    Q, K, V = project(x, W_q, W_k, W_v)
    E = attention_scores(Q, K)
    if scaled:
        A = attention_weights(E, d_k=W_k.shape[1])
    else:
        A = attention_weights(E)
    return outputs(A, V), A
