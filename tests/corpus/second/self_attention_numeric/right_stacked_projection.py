# right: one product with the three matrices side by side, a class that keeps the steps, tensordot
import numpy as np

class Sentence:
    def __init__(self, x, W_q, W_k, W_v):
        self.Q, self.K, self.V = project(x, W_q, W_k, W_v)

    def weights(self, scaled):
        scores = attention_scores(self.Q, self.K)
        return attention_weights(scores, self.K.shape[1]) if scaled else attention_weights(scores)


def project(x, W_q, W_k, W_v):
    together = np.hstack([W_q, W_k, W_v])
    d = W_q.shape[1]
    Q, K, V = np.split(x @ together, [d, 2 * d], axis=1)
    return Q, K, V


def attention_scores(Q, K):
    return np.tensordot(Q, K, axes=(1, 1))


def attention_weights(scores, d_k=None):
    e = np.asarray(scores, dtype=float)
    if d_k is not None:
        e = e / np.sqrt(d_k)
    e = np.exp(e - e.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def contributions(weights, V):
    return np.stack([np.outer(weights[:, j], V[j]) for j in range(len(V))], axis=1)


def outputs(weights, V):
    return weights @ V


def self_attention(x, W_q, W_k, W_v, scaled=True):
    s = Sentence(x, W_q, W_k, W_v)
    A = s.weights(scaled)
    return outputs(A, s.V), A
