# right: numpy without loops: dict.fromkeys, broadcasting, argmax, matrix products
import numpy as np


def vocabulary(sentences):
    return list(dict.fromkeys(" ".join(sentences).lower().split()))


def one_hot(words, vocabulary):
    w = np.array(words, dtype=object).reshape(-1, 1)
    v = np.array(vocabulary, dtype=object).reshape(1, -1)
    return (w == v).astype(int)


def decode(rows, vocabulary):
    return [vocabulary[k] for k in np.asarray(rows).argmax(axis=-1)]


def lookup(rows, matrix):
    return np.asarray(rows, dtype=float) @ np.asarray(matrix, dtype=float)


def similarity(a, b):
    return np.inner(np.asarray(a, dtype=float), np.asarray(b, dtype=float))
