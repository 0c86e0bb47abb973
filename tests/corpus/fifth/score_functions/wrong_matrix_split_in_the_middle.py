# wrong: additive cuts W_a in two equal halves: fails if s and h differ in width.
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
    top, bottom = np.split(W_a, 2)
    return np.tanh((s @ top)[:, None] + (h @ bottom)[None]) @ v_a


def location(s, W_a):
    weights = np.exp(s @ W_a)
    return weights / weights.sum(axis=1, keepdims=True)
