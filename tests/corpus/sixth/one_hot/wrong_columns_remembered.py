# wrong: the columns of the first vocabulary are kept for all later calls; it shows when one_hot is called with a second vocabulary.
import numpy as np


_place = {}


def vocabulary(sentences):
    return list(dict.fromkeys(word for sentence in sentences for word in sentence.lower().split()))


def one_hot(words, vocabulary):
    if not _place:
        _place.update((word, v) for v, word in enumerate(vocabulary))
    X = np.zeros((len(words), len(vocabulary)))
    for n, word in enumerate(words):
        if word in _place:
            X[n, _place[word]] = 1
    return X


def decode(rows, vocabulary):
    return [vocabulary[v] for v in np.argmax(np.asarray(rows), axis=1)]


def lookup(rows, matrix):
    return np.asarray(rows) @ np.asarray(matrix)


def similarity(a, b):
    return np.asarray(a) @ np.asarray(b).T
