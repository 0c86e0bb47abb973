# right: a class for a chain of any order, counting with np.add.at; next_word walks into the matrix word by word.
import numpy as np


class _Chain:
    def __init__(self, order, vocabulary):
        self.order = order
        self.number = {word: n for n, word in enumerate(vocabulary)}
        self.counts = np.zeros((len(vocabulary),) * (order + 1), dtype=np.int64)

    def read(self, sentence):
        ids = np.array([self.number[w] for w in sentence.split()], dtype=np.int64)
        length = max(0, len(ids) - self.order)
        axes = tuple(ids[k : k + length] for k in range(self.order + 1))
        np.add.at(self.counts, axes, 1)
        return self

    def matrix(self):
        steps = self.counts.sum(axis=-1)
        return self.counts / np.where(steps == 0, 1, steps)[..., np.newaxis]


def transition_matrix(sentences, vocabulary):
    chain = _Chain(1, vocabulary)
    for sentence in sentences:
        chain.read(sentence)
    return chain.matrix()


def second_order_matrix(sentences, vocabulary):
    chain = _Chain(2, vocabulary)
    for sentence in sentences:
        chain.read(sentence)
    return chain.matrix()


def next_word(matrix, text, vocabulary):
    words = text.split()
    row = matrix
    for back in range(matrix.ndim - 1, 0, -1):
        row = row[vocabulary.index(words[-back])]
    return row.copy()
