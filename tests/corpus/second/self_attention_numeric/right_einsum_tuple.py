# right: einsum everywhere, V made together with Q and K, softmax by logaddexp
import math

import numpy as np


def project(x, W_q, W_k, W_v):
    Q, K, V = (np.einsum("wm,md->wd", x, W) for W in (W_q, W_k, W_v))
    return Q, K, V


def attention_scores(Q: np.ndarray, K: np.ndarray) -> np.ndarray:
    return np.einsum("qd,kd->qk", Q, K)


def attention_weights(scores, d_k=None):
    s = np.asarray(scores, dtype=np.float64)
    if d_k is not None:
        s = s / math.sqrt(d_k)
    return np.exp(s - np.logaddexp.reduce(s, axis=1)[:, None])


def contributions(weights: np.ndarray, V: np.ndarray) -> np.ndarray:
    return np.einsum("qk,kv->qkv", weights, V)


def outputs(weights, V):
    return np.einsum("qk,kv->qv", weights, V)


def self_attention(x, W_q, W_k, W_v, scaled=True):
    Q, K, V = project(x, W_q, W_k, W_v)
    width = {True: Q.shape[-1], False: None}[bool(scaled)]
    A = attention_weights(attention_scores(Q, K), width)
    return contributions(A, V).sum(axis=-2), A
