# wrong: vocabulary cuts at single blanks, so double blanks give an empty "word" and tabs or line ends glue two words together.
import numpy as np


def vocabulary(sentences):
    words = []
    for sentence in sentences:
        for word in sentence.lower().split(" "):
            if word not in words:
                words.append(word)
    return words


def one_hot(words, vocabulary):
    matrix = np.zeros((len(words), len(vocabulary)))
    for n, word in enumerate(words):
        if word in vocabulary:
            matrix[n, vocabulary.index(word)] = 1
    return matrix


def decode(rows, vocabulary):
    return [vocabulary[column] for column in np.argmax(rows, axis=1)]


def lookup(rows, matrix):
    return rows @ matrix


def similarity(a, b):
    return a @ b.T
