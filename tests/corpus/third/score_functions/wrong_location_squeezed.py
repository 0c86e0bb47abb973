# wrong: location squeezes its table, so for a single target (or a single source) a vector comes back and not a table (target, source).
import numpy as np


def dot(s, h):
    return np.tensordot(s, h, axes=([1], [1]))


def scaled_dot(s, h):
    return np.tensordot(s, h, axes=([1], [1])) / np.sqrt(s.shape[1])


def cosine(s, h):
    result = np.zeros((s.shape[0], h.shape[0]))
    s_norm = np.linalg.norm(s, axis=1)
    h_norm = np.linalg.norm(h, axis=1)
    good = np.ix_(s_norm > 0, h_norm > 0)
    result[good] = (s[s_norm > 0] @ h[h_norm > 0].T) / np.outer(s_norm[s_norm > 0], h_norm[h_norm > 0])
    return result


def general(s, h, W_a):
    return np.tensordot(np.tensordot(s, W_a, axes=1), h, axes=([1], [1]))


def additive(s, h, W_a, v_a):
    n_s = s.shape[1]
    a = np.expand_dims(s @ W_a[:n_s, :], 1)
    b = np.expand_dims(h @ W_a[n_s:, :], 0)
    return np.sum(np.tanh(a + b) * v_a, axis=-1)


def location(s, W_a):
    scores = np.expand_dims(s, 1) @ W_a  # (target, 1, source)
    e = np.exp(scores)
    weights = e / np.sum(e, axis=-1, keepdims=True)
    return np.squeeze(weights)
