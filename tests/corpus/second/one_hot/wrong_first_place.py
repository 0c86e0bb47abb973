# wrong: one_hot sets the 1 only at the first place of each vocabulary word; the rows of repeated words stay zeros
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
    encoded = np.zeros((len(words), len(vocabulary)), dtype=int)
    for column, entry in enumerate(vocabulary):
        if entry in words:
            encoded[words.index(entry), column] = 1
    return encoded


def decode(rows, vocabulary):
    encoder = Encoder(vocabulary)
    return [encoder.words[encoder.name(row.tolist())] for row in np.asarray(rows)]


def lookup(rows, matrix):
    return _product(rows, matrix)


def similarity(a, b):
    return _product(a, np.transpose(b))
