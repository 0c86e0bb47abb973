# right: collections.Counter of n-grams, then the table is filled from the counters
from collections import Counter

import numpy as np


def _table(sentences, vocabulary, order):
    steps, starts = Counter(), Counter()
    for sentence in sentences:
        words = sentence.split()
        for k in range(len(words) - order):
            gram = tuple(words[k:k + order + 1])
            steps[gram] += 1
            starts[gram[:-1]] += 1
    place = {word: number for number, word in enumerate(vocabulary)}
    table = np.zeros([len(vocabulary)] * (order + 1))
    for gram, times in steps.items():
        table[tuple(place[w] for w in gram)] = times / starts[gram[:-1]]
    return table


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
