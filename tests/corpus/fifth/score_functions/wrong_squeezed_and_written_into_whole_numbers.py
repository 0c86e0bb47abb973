# wrong: general squeezes its result (one target or one source loses an axis), and cosine fills a table of the type of s: whole numbers cut it off.
import numpy as np


def dot(s, h):
    return s @ h.T


def scaled_dot(s, h):
    return dot(s, h) / np.sqrt(s.shape[1])


def cosine(s, h):
    out = np.zeros((len(s), len(h)), dtype=s.dtype)
    for t in range(len(s)):
        for i in range(len(h)):
            lengths = np.linalg.norm(s[t]) * np.linalg.norm(h[i])
            if lengths > 0:
                out[t, i] = s[t] @ h[i] / lengths
    return out


def general(s, h, W_a):
    return np.einsum("ti,ij,sj->ts", s, W_a, h).squeeze()


def additive(s, h, W_a, v_a):
    n_s = s.shape[1]
    from_s = s @ W_a[:n_s]
    from_h = h @ W_a[n_s:]
    return np.tanh(from_s[:, None, :] + from_h[None, :, :]) @ v_a


def location(s, W_a):
    weights = np.exp(s @ W_a)
    return weights / weights.sum(axis=1, keepdims=True)
