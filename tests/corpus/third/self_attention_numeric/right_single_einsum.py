# right: einsum everywhere; projections and scores in double, weights, contributions and outputs in single precision (float32); the scale is put on the queries.
import numpy as np

F32 = np.float32


def project(x, W_q, W_k, W_v):
    return tuple(np.einsum("wm,md->wd", x.astype(float), W.astype(float)) for W in (W_q, W_k, W_v))


def attention_scores(Q, K):
    return np.einsum("qd,kd->qk", Q.astype(float), K.astype(float))


def attention_weights(scores, d_k=None):
    # subtract in double precision, the rest may be single
    gaps = np.subtract(scores, scores.max(axis=1, keepdims=True), dtype=np.float64)
    if d_k is not None:
        gaps /= np.sqrt(d_k)
    e = np.exp(gaps).astype(F32)
    return e / np.einsum("qk->q", e)[:, None]


def contributions(weights, V):
    return np.einsum("qk,kv->qkv", weights.astype(F32), V.astype(F32))


def outputs(weights, V):
    return np.einsum("qk,kv->qv", weights.astype(F32), V.astype(F32))


def self_attention(x, W_q, W_k, W_v, scaled=True):
    Q, K, V = project(x, W_q, W_k, W_v)
    if scaled:
        Q = Q * K.shape[1] ** -0.5
    weights = attention_weights(attention_scores(Q, K))
    return outputs(weights, V), weights
