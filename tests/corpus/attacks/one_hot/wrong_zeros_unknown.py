# wrong: decode calls a row of zeros <unk>, which is no word of the vocabulary; shows for rows of zeros
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
    for row in np.asarray(rows):
        words.append(vocabulary[row.argmax()] if row.any() else "<unk>")
    return words


def lookup(rows, matrix):
    return np.dot(rows, matrix)


def similarity(a, b):
    return np.inner(a, b)
