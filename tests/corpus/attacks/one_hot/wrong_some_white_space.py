# wrong: vocabulary cuts at blanks, tabs and line feeds only; shows for a carriage return before the line feed
import re

import numpy as np


def vocabulary(sentences):
    words = [word for sentence in sentences for word in re.split(r"[ \t\n]+", sentence.strip().lower()) if word]
    return list(dict.fromkeys(words))


def one_hot(words, vocabulary):
    return np.array([[1.0 if word == entry else 0.0 for entry in vocabulary] for word in words])


def decode(rows, vocabulary):
    return [vocabulary[int(np.argmax(row))] for row in rows]


def lookup(rows, matrix):
    return np.dot(rows, matrix)


def similarity(a, b):
    return np.inner(a, b)
