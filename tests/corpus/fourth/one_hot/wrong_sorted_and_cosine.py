# wrong: the vocabulary is sorted instead of kept in order of appearance, and similarity is the cosine
import numpy as np


def vocabulary(sentences):
    return sorted({w for s in sentences for w in s.lower().split()})


def one_hot(words, vocabulary):
    column = {w: j for j, w in enumerate(vocabulary)}
    table = np.zeros((len(words), len(vocabulary)))
    for n, w in enumerate(words):
        if w in column:
            table[n, column[w]] = 1.0
    return table


def decode(rows, vocabulary):
    return [vocabulary[j] for j in np.asarray(rows).argmax(axis=1)]


def lookup(rows, matrix):
    return np.asarray(rows) @ np.asarray(matrix)


def similarity(a, b):
    la = np.linalg.norm(a, axis=1, keepdims=True)
    lb = np.linalg.norm(b, axis=1, keepdims=True)
    return (a @ b.T) / np.maximum(la * lb.T, 1e-12)
