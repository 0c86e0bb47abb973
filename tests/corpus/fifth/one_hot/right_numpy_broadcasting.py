# right: dict.fromkeys, comparison by broadcasting, einsum, argsort in place of argmax.
import numpy as np


def vocabulary(sentences):
    return list(dict.fromkeys(" ".join(sentences).lower().split()))


def one_hot(words, vocabulary):
    w = np.array(words, dtype=object).reshape(-1, 1)
    v = np.array(vocabulary, dtype=object).reshape(1, -1)
    return (w == v).astype(np.int64)


def decode(rows, vocabulary):
    return [vocabulary[j] for j in np.argsort(rows, axis=1)[:, -1]]


def lookup(rows, matrix):
    return np.einsum("nv,vd->nd", rows, matrix)


def similarity(a, b):
    return np.einsum("nk,mk->nm", a, b)
