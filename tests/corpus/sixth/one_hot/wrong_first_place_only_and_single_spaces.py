# wrong: one_hot marks only the first place of a repeated word, and vocabulary splits at single spaces; it shows on 'the cat the' and on two spaces in a row.
import numpy as np


def vocabulary(sentences):
    return list(dict.fromkeys(word for sentence in sentences for word in sentence.lower().split(" ")))


def one_hot(words, vocabulary):
    X = np.zeros((len(words), len(vocabulary)))
    for v, word in enumerate(vocabulary):
        if word in words:
            X[words.index(word), v] = 1
    return X


def decode(rows, vocabulary):
    return [vocabulary[v] for v in np.argmax(np.asarray(rows), axis=1)]


def lookup(rows, matrix):
    return np.asarray(rows) @ np.asarray(matrix)


def similarity(a, b):
    return np.asarray(a) @ np.asarray(b).T
