# right: one function with Counters for any order, one-hot products to predict.
from collections import Counter, defaultdict

import numpy as np


def _learn(sentences, vocabulary, order):
    seen = defaultdict(Counter)
    for sentence in sentences:
        words = sentence.split()
        for t in range(order, len(words)):
            seen[tuple(words[t - order : t])][words[t]] += 1
    table = np.zeros((len(vocabulary),) * (order + 1))
    for past, bag in seen.items():
        row = table[tuple(vocabulary.index(word) for word in past)]
        for word, count in bag.items():
            row[vocabulary.index(word)] = count / sum(bag.values())
    return table


def transition_matrix(sentences, vocabulary):
    return _learn(sentences, vocabulary, 1)


def second_order_matrix(sentences, vocabulary):
    return _learn(sentences, vocabulary, 2)


def next_word(matrix, text, vocabulary):
    words = text.split()
    for word in words[len(words) - matrix.ndim + 1 :]:
        query = np.array([float(word == other) for other in vocabulary])
        matrix = np.tensordot(query, matrix, axes=1)
    return matrix
