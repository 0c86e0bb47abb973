# wrong: one_hot goes through the vocabulary and marks words.index(word): the second occurrence of a repeated word has a row of zeros.
import numpy as np


def vocabulary(sentences):
    return list(dict.fromkeys(" ".join(sentences).lower().split()))


def one_hot(words, vocabulary):
    X = np.zeros((len(words), len(vocabulary)), dtype=int)
    for v, word in enumerate(vocabulary):
        if word in words:
            X[words.index(word), v] = 1
    return X


def decode(rows, vocabulary):
    return [vocabulary[j] for j in np.argsort(rows, axis=1)[:, -1]]


def lookup(rows, matrix):
    return np.einsum("nv,vd->nd", rows, matrix)


def similarity(a, b):
    return np.einsum("nk,mk->nm", a, b)
