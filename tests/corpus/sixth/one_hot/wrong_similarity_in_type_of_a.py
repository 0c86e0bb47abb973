# wrong: similarity stores its numbers in the type of a; it shows when a holds integers and b fractions.
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
    table = np.zeros((len(a), len(b)), dtype=a.dtype)
    for i in range(len(a)):
        for j in range(len(b)):
            table[i, j] = a[i] @ b[j]
    return table
