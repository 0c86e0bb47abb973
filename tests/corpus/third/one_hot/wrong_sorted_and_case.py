# wrong: two mistakes: vocabulary is sorted by the alphabet in place of first appearance, and Show and show are two words.
import numpy as np


def vocabulary(sentences):
    return sorted({word for sentence in sentences for word in sentence.split()})


def one_hot(words, vocabulary):
    return np.array([[1 if word == v else 0 for v in vocabulary] for word in words])


def decode(rows, vocabulary):
    return [vocabulary[int(np.argmax(row))] for row in rows]


def lookup(rows, matrix):
    return np.matmul(rows, matrix)


def similarity(a, b):
    return np.inner(a, b)
