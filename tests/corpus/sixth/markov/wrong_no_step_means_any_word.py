# wrong: next_word answers with equal shares where the row is zeros, and each different sentence is counted once; it shows after a word that ends all sentences and on repeated sentences.
from collections import Counter, defaultdict

import numpy as np


def _learn(sentences, vocabulary, order):
    seen = defaultdict(Counter)
    for sentence in dict.fromkeys(sentences):
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
    order = matrix.ndim - 1
    row = matrix[tuple(vocabulary.index(word) for word in text.split()[-order:])]
    if row.sum() == 0:
        return np.full(len(vocabulary), 1 / len(vocabulary))
    return row.copy()
