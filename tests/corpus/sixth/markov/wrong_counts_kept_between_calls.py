# wrong: the counts live in the module and grow with every call; it shows when a second text is learned.
from collections import Counter, defaultdict

import numpy as np


seen = {1: defaultdict(Counter), 2: defaultdict(Counter)}


def _learn(sentences, vocabulary, order):
    for sentence in sentences:
        words = sentence.split()
        for t in range(order, len(words)):
            seen[order][tuple(words[t - order : t])][words[t]] += 1
    table = np.zeros((len(vocabulary),) * (order + 1))
    for past, bag in seen[order].items():
        if not set(past) <= set(vocabulary):
            continue
        row = table[tuple(vocabulary.index(word) for word in past)]
        for word in vocabulary:
            row[vocabulary.index(word)] = bag[word] / sum(bag.values())
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
