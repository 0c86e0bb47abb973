# wrong: repeated sentences are counted only once
from collections import Counter
import numpy as np


def _table(sentences, vocabulary, order):
    grams = Counter()
    for sentence in set(sentences):
        words = sentence.split()
        grams.update(zip(*(words[k:] for k in range(order + 1))))
    place = {word: number for number, word in enumerate(vocabulary)}
    table = np.zeros([len(vocabulary)] * (order + 1))
    for gram, times in grams.items():
        table[tuple(place[w] for w in gram)] = times
    return table / np.maximum(table.sum(-1, keepdims=True), 1)


def transition_matrix(sentences, vocabulary):
    return _table(sentences, vocabulary, 1)


def second_order_matrix(sentences, vocabulary):
    return _table(sentences, vocabulary, 2)


def next_word(matrix, text, vocabulary):
    words = text.split()
    row = np.array(matrix, dtype=float)
    for back in range(np.ndim(matrix) - 1, 0, -1):
        query = np.array([1.0 if w == words[-back] else 0.0 for w in vocabulary])
        row = np.tensordot(query, row, axes=(0, 0))
    return row
