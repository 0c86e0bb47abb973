# wrong: general makes its table with the type of W_a; shows for a W_a of whole numbers and states of fractions
import numpy as np


def dot(s, h):
    return np.inner(s, h)


def scaled_dot(s, h):
    return np.inner(s, h) / len(s[0]) ** 0.5


def cosine(s, h):
    lengths = np.sqrt((s**2).sum(axis=1))[:, None] * np.sqrt((h**2).sum(axis=1))
    return np.divide(np.inner(s, h), lengths, out=np.zeros(lengths.shape), where=lengths > 0)


def general(s, h, W_a):
    table = np.zeros((len(s), len(h)), dtype=W_a.dtype)
    for t, state in enumerate(s):
        for i, source in enumerate(h):
            table[t, i] = state @ W_a @ source
    return table


def additive(s, h, W_a, v_a):
    table = np.zeros((len(s), len(h)))
    for t, state in enumerate(s):
        for i, source in enumerate(h):
            table[t, i] = np.tanh(np.concatenate([state, source]) @ W_a) @ v_a
    return table


def location(s, W_a):
    powers = np.exp(s @ W_a)
    return powers / powers.sum(axis=1)[:, None]
