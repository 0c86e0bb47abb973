# wrong: a word that is not in the vocabulary gets number -1 and so a 1 in the last column, where a row of zeros belongs.
import numpy as np


class Index:
    """Gives every word its number."""

    def __init__(self, words):
        self.number = {}
        for word in words:
            self.number.setdefault(word, len(self.number))

    def of(self, word):
        return self.number.get(word, -1)

    def __len__(self):
        return len(self.number)


def vocabulary(sentences):
    index = Index(w for s in sentences for w in s.lower().split())
    return list(index.number)


def one_hot(words, vocabulary):
    index = Index(vocabulary)
    ids = np.array([index.of(word) for word in words], dtype=int)
    x = np.zeros((len(words), len(index)), dtype=np.int64)
    x[np.arange(len(words)), ids] = 1
    return x


def decode(rows, vocabulary):
    best = np.asarray(rows).argmax(axis=-1)
    return [vocabulary[i] for i in best]


def lookup(rows, matrix):
    return np.asarray(rows) @ np.asarray(matrix)


def similarity(a, b):
    return np.asarray(a) @ np.asarray(b).T
