# wrong: the sentence and the matrices are turned into int64 "because they are small whole numbers", so real inputs such as 0.5 are cut off in project and self_attention; the printed example is right.
import numpy as np


class Attention:
    def __init__(self, W_q, W_k, W_v):
        self.W_q, self.W_k, self.W_v = (np.array(W, dtype=np.int64) for W in (W_q, W_k, W_v))

    def qkv(self, x):
        x = np.array(x, dtype=np.int64)
        return x @ self.W_q, x @ self.W_k, x @ self.W_v


def project(x, W_q, W_k, W_v):
    return Attention(W_q, W_k, W_v).qkv(x)


def attention_scores(Q, K):
    return Q @ K.T


def attention_weights(scores, d_k=None):
    z = scores / (1.0 if d_k is None else np.sqrt(d_k))
    z = np.exp(z - z.max(axis=-1, keepdims=True))
    return z / z.sum(axis=-1, keepdims=True)


def contributions(weights, V):
    return np.expand_dims(weights, 2) * np.expand_dims(V, 0)


def outputs(weights, V):
    return contributions(weights, V).sum(axis=1)


def self_attention(x, W_q, W_k, W_v, scaled=True):
    Q, K, V = Attention(W_q, W_k, W_v).qkv(x)
    A = attention_weights(attention_scores(Q, K), Q.shape[1] if scaled else None)
    return outputs(A, V), A
