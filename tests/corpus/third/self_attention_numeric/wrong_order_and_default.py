# wrong: two mistakes: project returns (K, Q, V) in S3's order of the matrices instead of (Q, K, V) (self_attention unpacks it in the same order), and self_attention is unscaled by default; shows in project and in self_attention without `scaled`.
import numpy as np


def softmax(z):
    z = np.exp(z - np.max(z, axis=1, keepdims=True))
    return z / np.sum(z, axis=1, keepdims=True)


def project(x, W_q, W_k, W_v):
    K = x @ W_k
    Q = x @ W_q
    V = x @ W_v
    return K, Q, V


def attention_scores(Q, K):
    return Q @ K.T


def attention_weights(scores, d_k=None):
    return softmax(scores if d_k is None else scores / np.sqrt(d_k))


def contributions(weights, V):
    return np.einsum("ij,jd->ijd", weights, V)


def outputs(weights, V):
    return weights @ V


def self_attention(x, W_q, W_k, W_v, scaled=False):
    K, Q, V = project(x, W_q, W_k, W_v)
    weights = attention_weights(attention_scores(Q, K), Q.shape[1] if scaled else None)
    return outputs(weights, V), weights
