# wrong: the comparison is returned as it is, True and False instead of the numbers 1 and 0
import numpy as np


def vocabulary(sentences):
    return list(dict.fromkeys(word for s in sentences for word in s.lower().split()))


def one_hot(words, vocabulary):
    ids = {w: j for j, w in enumerate(vocabulary)}
    numbers = np.array([ids.get(w, -1) for w in words])
    return numbers[:, None] == np.arange(len(vocabulary))[None, :]


def decode(rows, vocabulary):
    return [vocabulary[j] for j in np.asarray(rows).argmax(axis=1)]


def lookup(rows, matrix):
    return np.asarray(rows) @ np.asarray(matrix)


def similarity(a, b):
    return np.asarray(a) @ np.asarray(b).T
