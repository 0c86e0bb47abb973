# wrong: lookup picks the row with the largest weight instead of mixing; shows for rows that are not one-hot, and zeros pick row 0
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
    return np.asarray(matrix)[np.asarray(rows).argmax(axis=-1)]


def similarity(a, b):
    return np.asarray(a) @ np.asarray(b).T
