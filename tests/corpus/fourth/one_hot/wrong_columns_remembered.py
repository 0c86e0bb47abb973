# wrong: the columns are kept in a module dict that is never emptied, so a second call with another vocabulary uses old columns
import numpy as np


_column = {}


def vocabulary(sentences):
    return list(dict.fromkeys(word for s in sentences for word in s.lower().split()))


def one_hot(words, vocabulary):
    for w in vocabulary:
        if w not in _column:
            _column[w] = len(_column)
    table = np.zeros((len(words), len(vocabulary)))
    for n, w in enumerate(words):
        if w in _column and _column[w] < len(vocabulary):
            table[n, _column[w]] = 1
    return table


def decode(rows, vocabulary):
    return [vocabulary[j] for j in np.asarray(rows).argmax(axis=1)]


def lookup(rows, matrix):
    return np.asarray(rows) @ np.asarray(matrix)


def similarity(a, b):
    return np.asarray(a) @ np.asarray(b).T
