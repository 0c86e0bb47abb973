# wrong: decode starts its search at -1e10; shows for a row of scores that are all lower
import numpy as np


def vocabulary(sentences):
    words = []
    for sentence in sentences:
        for word in sentence.lower().split():
            if word not in words:
                words.append(word)
    return words


def one_hot(words, vocabulary):
    return np.array([[1.0 if word == entry else 0.0 for entry in vocabulary] for word in words])


def decode(rows, vocabulary):
    words = []
    for row in rows:
        best, place = -1e10, 0
        for column, score in enumerate(row):
            if score > best:
                best, place = score, column
        words.append(vocabulary[place])
    return words


def lookup(rows, matrix):
    return np.dot(rows, matrix)


def similarity(a, b):
    return np.inner(a, b)
