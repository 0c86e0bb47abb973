# wrong: vocabulary leaves out words made of digits; shows for a text with a number in it
import numpy as np


def vocabulary(sentences):
    words = [word for sentence in sentences for word in sentence.lower().split()]
    return list(dict.fromkeys(word for word in words if not word.isdigit()))


def one_hot(words, vocabulary):
    return np.array([[1.0 if word == entry else 0.0 for entry in vocabulary] for word in words])


def decode(rows, vocabulary):
    return [vocabulary[int(np.argmax(row))] for row in rows]


def lookup(rows, matrix):
    return np.dot(rows, matrix)


def similarity(a, b):
    return np.inner(a, b)
