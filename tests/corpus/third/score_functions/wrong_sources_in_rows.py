# wrong: dot and scaled_dot multiply h with s, so the table has the sources in the rows and the targets in the columns.
import numpy as np


def dot(s, h):
    return h @ s.T


def scaled_dot(s, h):
    return dot(s, h) / np.sqrt(s.shape[1])


def cosine(s, h):
    table = np.zeros((len(s), len(h)))
    for t in range(len(s)):
        for i in range(len(h)):
            lengths = np.linalg.norm(s[t]) * np.linalg.norm(h[i])
            if lengths > 0:
                table[t, i] = np.dot(s[t], h[i]) / lengths
    return table


def general(s, h, W_a):
    return s @ W_a @ h.T


def additive(s, h, W_a, v_a):
    table = np.zeros((len(s), len(h)))
    for t in range(len(s)):
        for i in range(len(h)):
            pair = np.concatenate([s[t], h[i]])
            table[t, i] = np.tanh(pair @ W_a) @ v_a
    return table


def location(s, W_a):
    e = np.exp(s @ W_a)
    return e / e.sum(axis=1, keepdims=True)
