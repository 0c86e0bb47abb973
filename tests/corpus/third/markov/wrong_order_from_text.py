# wrong: next_word takes the order from the number of words and not from the matrix, so a first-order matrix fails for a text of two or more words.
import numpy as np


class Chain:
    def __init__(self, vocabulary, order):
        self.ids = {w: n for n, w in enumerate(vocabulary)}
        self.order = order
        self.counts = np.zeros([len(vocabulary)] * (order + 1))

    def read(self, sentence):
        numbers = [self.ids[w] for w in sentence.split()]
        k = self.order + 1
        for start in range(len(numbers) - self.order):
            self.counts[tuple(numbers[start : start + k])] += 1

    def probabilities(self):
        total = self.counts.sum(axis=-1, keepdims=True)
        return self.counts / np.maximum(total, 1)


def _learn(sentences, vocabulary, order):
    chain = Chain(vocabulary, order)
    for sentence in sentences:
        chain.read(sentence)
    return chain.probabilities()


def transition_matrix(sentences, vocabulary):
    return _learn(sentences, vocabulary, 1)


def second_order_matrix(sentences, vocabulary):
    return _learn(sentences, vocabulary, 2)


def next_word(matrix, text, vocabulary):
    words = text.split()
    if len(words) == 1:
        return matrix[vocabulary.index(words[0])]
    h, i = vocabulary.index(words[-2]), vocabulary.index(words[-1])
    return matrix[h, i]
