# wrong: decode lists every column that holds the row's maximum; shows for rows in which several columns share it
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
    rows = np.asarray(rows)
    _, columns = np.where(rows == rows.max(axis=1, keepdims=True))
    return [vocabulary[column] for column in columns]


def lookup(rows, matrix):
    return np.dot(rows, matrix)


def similarity(a, b):
    return np.inner(a, b)
