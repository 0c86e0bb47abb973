# wrong: two mistakes: the second order is divided by sums over axis 1, and a sentence that is said again is counted only once.
import numpy as np


def _count(sentences, vocabulary, order):
    table = np.zeros((len(vocabulary),) * (order + 1))
    place = dict(zip(vocabulary, range(len(vocabulary))))
    for sentence in set(sentences):
        ids = [place[w] for w in sentence.split()]
        for end in range(order, len(ids)):
            table[tuple(ids[end - order : end + 1])] += 1
    return table


def _shares(table):
    sums = table.sum(axis=1, keepdims=True)
    return np.divide(table, sums, out=np.zeros_like(table), where=sums > 0)


def transition_matrix(sentences, vocabulary):
    return _shares(_count(sentences, vocabulary, 1))


def second_order_matrix(sentences, vocabulary):
    return _shares(_count(sentences, vocabulary, 2))


def next_word(matrix, text, vocabulary):
    row = matrix
    for word in text.split()[1 - matrix.ndim :]:
        row = row[vocabulary.index(word)]
    return row
