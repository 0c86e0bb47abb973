# wrong: the pairs of additive are built source by source and then cut into rows of targets: mixed up with two targets and two sources or more.
import numpy as np


def dot(s, h):
    return s @ h.T


def scaled_dot(s, h):
    return dot(s, h) / np.sqrt(s.shape[1])


def cosine(s, h):
    lengths = np.outer(np.linalg.norm(s, axis=1), np.linalg.norm(h, axis=1))
    scores = dot(s, h).astype(float)
    return np.divide(scores, lengths, out=np.zeros_like(scores), where=lengths > 0)


def general(s, h, W_a):
    return s @ W_a @ h.T


def additive(s, h, W_a, v_a):
    T, S = s.shape[0], h.shape[0]
    pairs = np.array([np.concatenate([s_t, h_i]) for h_i in h for s_t in s])
    return (np.tanh(pairs @ W_a) @ v_a).reshape(T, S)


def location(s, W_a):
    weights = np.exp(s @ W_a)
    return weights / weights.sum(axis=1, keepdims=True)
