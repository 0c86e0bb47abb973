# wrong: vocabulary glues sentences without a space and splits at single spaces; lookup takes M[argmax]; several sentences, double spaces, blends
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
    text = "".join(sentences)
    for word in text.lower().split(" "):
        index.add(word)
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
    matrix = np.asarray(matrix)
    return matrix[np.argmax(rows, axis=1)]


def similarity(a, b):
    return _pairs(a, b)
