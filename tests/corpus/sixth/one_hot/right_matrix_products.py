# right: a dictionary of columns, and the operator @.
import numpy as np


def vocabulary(sentences):
    return list(dict.fromkeys(word for sentence in sentences for word in sentence.lower().split()))


def one_hot(words, vocabulary):
    place = {word: v for v, word in enumerate(vocabulary)}
    X = np.zeros((len(words), len(vocabulary)))
    for n, word in enumerate(words):
        if word in place:
            X[n, place[word]] = 1
    return X


def decode(rows, vocabulary):
    return [vocabulary[v] for v in np.argmax(np.asarray(rows), axis=1)]


def lookup(rows, matrix):
    return np.asarray(rows) @ np.asarray(matrix)


def similarity(a, b):
    return np.asarray(a) @ np.asarray(b).T
