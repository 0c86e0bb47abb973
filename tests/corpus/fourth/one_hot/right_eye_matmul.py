# right: numpy: a dict of columns, comparison by broadcasting, @ for the products
import numpy as np


def vocabulary(sentences):
    return list(dict.fromkeys(word for s in sentences for word in s.lower().split()))


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
    return np.asarray(a) @ np.asarray(b).T
