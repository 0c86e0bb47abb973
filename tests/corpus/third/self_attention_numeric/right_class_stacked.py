# right: a class that computes its steps lazily (cached_property), projection by one stacked product; some results are transposed, non-contiguous views, and self_attention returns a named tuple.
from collections import namedtuple
from functools import cached_property

import numpy as np

Result = namedtuple("Result", "outputs weights")


class Sentence:
    def __init__(self, Q, K, V, root):
        self.Q, self.K, self.V, self.root = Q, K, V, root

    @cached_property
    def scores(self):
        return attention_scores(self.Q, self.K)

    @cached_property
    def weights(self):
        return _softmax(self.scores / self.root)

    @cached_property
    def outputs(self):
        return outputs(self.weights, self.V)


def _softmax(s):
    # columns are the queries here, so that broadcasting needs no extra axis
    t = np.asarray(s, dtype=np.float64).T
    t = np.exp(t - t.max(axis=0))
    return (t / t.sum(axis=0)).T


def project(x, W_q, W_k, W_v):
    a, b = W_q.shape[1], W_q.shape[1] + W_k.shape[1]
    stacked = np.matmul(x.astype(np.float64), np.hstack([W_q, W_k, W_v]))
    return tuple(np.split(stacked, [a, b], axis=1))


def attention_scores(Q, K):
    return (K.astype(np.float64) @ Q.T).T


def attention_weights(scores, d_k=None):
    return _softmax(scores if d_k is None else np.true_divide(scores, np.sqrt(d_k)))


def contributions(weights, V):
    # (d_v, query, key) is easy; then the axes go where they belong
    return np.moveaxis(V.T[:, None, :] * weights[None], 0, -1)


def outputs(weights, V):
    return (V.T @ weights.T.astype(np.float64)).T


def self_attention(x, W_q, W_k, W_v, scaled=True):
    s = Sentence(*project(x, W_q, W_k, W_v), root=np.sqrt(W_q.shape[1]) if scaled else 1.0)
    return Result(s.outputs, s.weights)
