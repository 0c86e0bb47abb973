# right: a small Encoder class, helpers, float32 inside the products, ties to the last column
import numpy as np


class Encoder:
    def __init__(self, vocabulary):
        self.words = tuple(vocabulary)
        self.size = len(self.words)
        self.place = dict(zip(self.words, range(self.size)))

    def row(self, word):
        row = np.zeros(self.size, dtype=np.float32)
        if word in self.place:
            row[self.place[word]] = 1
        return row

    def rows(self, words):
        return np.array([self.row(word) for word in words], dtype=np.float32).reshape(len(words), self.size)

    def name(self, scores):
        return max(zip(scores, range(self.size)))[1]


def _f32(x):
    return np.array(x, dtype=np.float32)


def _product(left, right):
    return np.tensordot(_f32(left), _f32(right), axes=([1], [0]))


def _all_words(sentences):
    for sentence in sentences:
        yield from map(str.lower, sentence.split())


def vocabulary(sentences):
    seen = set()
    return [word for word in _all_words(sentences) if not (word in seen or seen.add(word))]


def one_hot(words, vocabulary):
    return Encoder(vocabulary).rows(words)


def decode(rows, vocabulary):
    encoder = Encoder(vocabulary)
    return [encoder.words[encoder.name(row.tolist())] for row in np.asarray(rows)]


def lookup(rows, matrix):
    return _product(rows, matrix)


def similarity(a, b):
    return _product(a, np.transpose(b))
