# right: a dataclass with cached properties, one fused projection, float32 weights, tensordot
from dataclasses import dataclass
from functools import cached_property

import numpy as np


@dataclass(eq=False)
class Lookup:
    Q: np.ndarray
    K: np.ndarray
    V: np.ndarray
    scaled: bool

    @cached_property
    def weights(self):
        return attention_weights(attention_scores(self.Q, self.K), self.Q.shape[1] if self.scaled else None)

    @cached_property
    def outputs(self):
        return outputs(self.weights, self.V)


def project(x, W_q, W_k, W_v):
    fused = np.asarray(x) @ np.concatenate([W_q, W_k, W_v], axis=1)
    d_k = np.shape(W_q)[1]
    Q, K, V = np.split(fused, [d_k, 2 * d_k], axis=1)
    return Q, K, V


def attention_scores(Q, K):
    return np.inner(Q, K)


def attention_weights(scores, d_k=None):
    scale = 1 if d_k is None else d_k
    scores = np.array(scores, dtype=np.float64) / scale ** 0.5
    below = (scores - np.max(scores, axis=1)[:, np.newaxis]).astype(np.float32)
    shares = np.exp(below)
    return shares / np.add.reduce(shares, axis=1)[:, np.newaxis]


def contributions(weights, V):
    return np.stack([np.stack([w * v for w, v in zip(row, np.asarray(V))]) for row in np.asarray(weights)])


def outputs(weights, V):
    return np.tensordot(weights, V, axes=(1, 0))


def self_attention(x, W_q, W_k, W_v, scaled=True):
    lookup = Lookup(*project(x, W_q, W_k, W_v), scaled)
    return lookup.outputs, lookup.weights
