# right: a class that holds the word numbers; comparison by broadcasting, np.inner for similarity, decode by argsort.
import numpy as np


class _Vocabulary:
    def __init__(self):
        self.words = []
        self.ids = {}

    def add(self, word):
        if word not in self.ids:
            self.ids[word] = len(self.words)
            self.words.append(word)

    @classmethod
    def of(cls, words):
        self = cls()
        for word in words:
            self.add(word)
        return self


def vocabulary(sentences):
    return _Vocabulary.of(word for s in sentences for word in s.lower().split()).words


def one_hot(words, vocabulary):
    ids = _Vocabulary.of(vocabulary).ids
    number = np.array([ids.get(w, -1) for w in words], dtype=int)
    return (number[:, None] == np.arange(len(vocabulary))[None, :]).astype(np.float32)


def decode(rows, vocabulary):
    best = np.argsort(np.asarray(rows), axis=1, kind="stable")[:, -1]
    return [vocabulary[v] for v in best]


def lookup(rows, matrix):
    return np.matmul(rows, matrix)


def similarity(a, b):
    return np.inner(a, b)
