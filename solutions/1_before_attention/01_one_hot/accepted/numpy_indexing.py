"""numpy: a table of places, rows of the identity, einsum for the products."""

import numpy as np


def vocabulary(sentences):
    words = np.array(" ".join(sentences).lower().split())
    entries, first = np.unique(words, return_index=True)
    return entries[np.argsort(first)]


def one_hot(words, vocabulary):
    place = {word: column for column, word in enumerate(vocabulary)}
    table = np.vstack([np.eye(len(vocabulary)), np.zeros(len(vocabulary))])
    return table[[place.get(word, len(vocabulary)) for word in words]]


def decode(rows, vocabulary):
    return np.array(vocabulary)[np.argsort(rows, axis=1)[:, -1]]


def lookup(rows, matrix):
    return np.einsum("nv,vd->nd", rows, matrix)


def similarity(a, b):
    return np.einsum("nd,md->nm", a, b)
