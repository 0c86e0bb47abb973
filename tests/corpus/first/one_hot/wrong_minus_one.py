# wrong: one_hot puts unknown words into the last column (index -1); shows for words outside the vocabulary
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


def find(word, vocabulary):
    for i, entry in enumerate(vocabulary):
        if entry == word:
            return i
    return -1


def one_hot(words, vocabulary):
    out = np.zeros((len(words), len(vocabulary)))
    for n, word in enumerate(words):
        out[n, find(word, vocabulary)] = 1.0
    return out


def decode(rows, vocabulary):
    order = np.argsort(-np.asarray(rows, dtype=float), axis=1, kind="stable")
    return list(map(vocabulary.__getitem__, order[:, 0]))


def _pairs(a, b):
    return (np.asarray(a)[:, None, :] * np.asarray(b)[None, :, :]).sum(axis=2)


def lookup(rows, matrix):
    return _pairs(rows, np.transpose(matrix))


def similarity(a, b):
    return _pairs(a, b)
