# right: decode takes the last of equal numbers, and similarity is einsum
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
    width = len(vocabulary)
    return tuple(vocabulary[max(range(width), key=lambda column: (row[column], column))] for row in rows)


def lookup(rows, matrix):
    return np.dot(rows, matrix)


def similarity(a, b):
    return np.einsum("ik,jk->ij", a, b)
