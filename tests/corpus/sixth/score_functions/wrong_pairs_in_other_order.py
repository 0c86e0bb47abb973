# wrong: additive lists the pairs source by source and reshapes them as target by source; it shows with more than one target and more than one source.
import numpy as np


def dot(s, h):
    return s @ h.T


def scaled_dot(s, h):
    return dot(s, h) / np.sqrt(s.shape[1])


def cosine(s, h):
    lengths = np.linalg.norm(s, axis=1)[:, None] * np.linalg.norm(h, axis=1)
    return np.divide(dot(s, h), lengths, out=np.zeros(lengths.shape), where=lengths > 0)


def general(s, h, W_a):
    return s @ W_a @ h.T


def additive(s, h, W_a, v_a):
    pairs = np.hstack([np.tile(s, (len(h), 1)), np.repeat(h, len(s), axis=0)])
    scores = np.tanh(pairs @ W_a) @ v_a
    return scores.reshape(len(s), len(h))


def location(s, W_a):
    scores = np.exp(s @ W_a)
    return scores / scores.sum(axis=1, keepdims=True)
