# wrong: two mistakes: all sentences are joined to one long text with steps across their ends, and rows without steps get 1/V everywhere.
from collections import Counter

import numpy as np


def transition_matrix(sentences, vocabulary):
    words = " ".join(sentences).split()
    pairs = Counter(zip(words[:-1], words[1:]))
    V = len(vocabulary)
    P = np.empty((V, V))
    for i, a in enumerate(vocabulary):
        total = sum(pairs[a, b] for b in vocabulary)
        for j, b in enumerate(vocabulary):
            P[i, j] = pairs[a, b] / total if total else 1 / V
    return P


def second_order_matrix(sentences, vocabulary):
    words = " ".join(sentences).split()
    threes = Counter(zip(words[:-2], words[1:-1], words[2:]))
    V = len(vocabulary)
    P = np.empty((V, V, V))
    for h, a in enumerate(vocabulary):
        for i, b in enumerate(vocabulary):
            total = sum(threes[a, b, c] for c in vocabulary)
            for j, c in enumerate(vocabulary):
                P[h, i, j] = threes[a, b, c] / total if total else 1 / V
    return P


def next_word(matrix, text, vocabulary):
    words = text.split()
    current = vocabulary.index(words[-1])
    if len(matrix.shape) == 3:
        previous = vocabulary.index(words[-2])
        return matrix[previous, current]
    return matrix[current]
