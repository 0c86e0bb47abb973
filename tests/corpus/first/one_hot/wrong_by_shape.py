# wrong: similarity transposes b only if the shapes do not fit as they are; shows when b is square (m = d)
import numpy as np


class Index:
    def __init__(self):
        self.words = []
        self.known = set()

    def add(self, word):
        if word not in self.known:
            self.known.add(word)
            self.words.append(word)


def vocabulary(sentences):
    index = Index()
    [index.add(word.lower()) for sentence in sentences for word in sentence.split()]
    return index.words


def one_hot(words, vocabulary):
    w = np.array(words, dtype=object).reshape(-1, 1)
    v = np.array(vocabulary, dtype=object).reshape(1, -1)
    return (w == v).astype(np.float32)


def decode(rows, vocabulary):
    order = np.argsort(-np.asarray(rows, dtype=float), axis=1, kind="stable")
    return list(map(vocabulary.__getitem__, order[:, 0]))


def _pairs(a, b):
    return (np.asarray(a)[:, None, :] * np.asarray(b)[None, :, :]).sum(axis=2)


def lookup(rows, matrix):
    return _pairs(rows, np.transpose(matrix))


def similarity(a, b):
    a, b = np.asarray(a), np.asarray(b)
    if a.shape[1] != b.shape[0]:
        b = b.T
    return a @ b
