"""numpy in single precision, with whole arrays compared at once."""

import numpy as np


def vocabulary(sentences):
    words = " ".join(sentences).lower().split()
    return sorted(set(words), key=words.index)


def one_hot(words, vocabulary):
    return np.equal.outer(np.array(words), np.array(vocabulary)).astype(np.float32)


def decode(rows, vocabulary):
    rows = np.asarray(rows, dtype=np.float32)
    return [vocabulary[int(np.flatnonzero(row == row.max())[0])] for row in rows]


def lookup(rows, matrix):
    return np.dot(rows.astype(np.float32), matrix.astype(np.float32))


def similarity(a, b):
    return np.inner(a.astype(np.float32), b.astype(np.float32))
