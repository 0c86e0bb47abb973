# right: dictionaries, fancy indexing and einsum; one_hot has small integers (int8), decode takes the last of equal columns.
import numpy as np


def vocabulary(sentences):
    return list(dict.fromkeys(" ".join(sentences).lower().split()))


def one_hot(words, vocabulary):
    column = dict(zip(vocabulary, range(len(vocabulary))))
    known = [(n, column[w]) for n, w in enumerate(words) if w in column]
    x = np.zeros((len(words), len(vocabulary)), dtype=np.int8)
    if known:
        n, v = np.transpose(known)
        x[n, v] = 1
    return x


def decode(rows, vocabulary):
    flipped = np.asarray(rows)[:, ::-1]
    last = len(vocabulary) - 1 - np.argmax(flipped, axis=1)
    return [vocabulary[v] for v in last.tolist()]


def lookup(rows, matrix):
    return np.einsum("nv,vc->nc", np.asarray(rows, dtype=float), np.asarray(matrix, dtype=float))


def similarity(a, b):
    return np.einsum("ik,jk->ij", np.asarray(a, dtype=float), np.asarray(b, dtype=float))
