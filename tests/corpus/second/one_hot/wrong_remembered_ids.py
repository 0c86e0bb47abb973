# wrong: one_hot keeps word numbers of earlier calls; a word unknown now but known in an earlier vocabulary gets a 1 (or an IndexError)
import numpy as np

word_ids = {}


def vocabulary(sentences):
    return list(dict.fromkeys(" ".join(sentences).lower().split()))


def one_hot(words, vocabulary):
    for i, word in enumerate(vocabulary):
        word_ids[word] = i
    X = np.zeros((len(words), len(vocabulary)))
    for n, word in enumerate(words):
        if word in word_ids:
            X[n, word_ids[word]] = 1
    return X


def decode(rows, vocabulary):
    return [vocabulary[k] for k in np.asarray(rows).argmax(axis=-1)]


def lookup(rows, matrix):
    return np.asarray(rows, dtype=float) @ np.asarray(matrix, dtype=float)


def similarity(a, b):
    return np.inner(np.asarray(a, dtype=float), np.asarray(b, dtype=float))
