# right: every step one einsum, on copies in double precision; the largest score is taken off before anything else.
"""Self-attention of one sentence, in four steps that can be followed by hand."""

import numpy as np


def _real(a):
    return np.array(a, dtype=np.float64)


def project(x, W_q, W_k, W_v):
    Q, K, V = (np.einsum("wm,md->wd", _real(x), _real(W)) for W in (W_q, W_k, W_v))
    return Q, K, V


def attention_scores(Q, K):
    return np.einsum("id,jd->ij", _real(Q), _real(K))


def attention_weights(scores, d_k=None):
    e = np.array(scores, dtype=np.longdouble)
    e -= np.max(e, axis=1, keepdims=True)
    e *= 1 if d_k is None else 1 / np.sqrt(np.longdouble(d_k))
    np.exp(e, out=e)
    return np.asarray(e / np.einsum("ij->i", e)[:, np.newaxis], dtype=float)


def contributions(weights, V):
    return np.einsum("ij,jd->ijd", _real(weights), _real(V))


def outputs(weights, V):
    return np.einsum("ij,jd->id", _real(weights), _real(V))


def self_attention(x, W_q, W_k, W_v, scaled=True):
    Q, K, V = project(x, W_q, W_k, W_v)
    d_k = K.shape[1]
    A = attention_weights(attention_scores(Q, K), d_k if scaled else None)
    return outputs(A, V), A
