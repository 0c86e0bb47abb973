# wrong: lookup divides by the sum of the weights, and decode takes the largest absolute value; it shows on rows whose weights do not add up to 1, and on scores with large negative numbers.
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
    return [vocabulary[v] for v in np.abs(rows).argmax(axis=1)]


def lookup(rows, matrix):
    rows = np.asarray(rows, dtype=float)
    total = rows.sum(axis=1, keepdims=True)
    total[total == 0] = 1
    return (rows / total) @ np.asarray(matrix)


def similarity(a, b):
    return np.asarray(a) @ np.asarray(b).T
