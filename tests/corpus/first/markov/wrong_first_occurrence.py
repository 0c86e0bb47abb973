# wrong: next_word takes as previous the word before the first place of the newest word; shows if the newest word came before
from collections import Counter

import numpy as np


def ngrams(sentences, n):
    for sentence in sentences:
        words = sentence.split()
        yield from zip(*(words[k:] for k in range(n)))


def transition_matrix(sentences, vocabulary):
    pairs = Counter(ngrams(sentences, 2))
    starts = Counter()
    for (a, _), times in pairs.items():
        starts[a] += times
    return np.array([[pairs[a, b] / max(starts[a], 1) for b in vocabulary] for a in vocabulary])


def second_order_matrix(sentences, vocabulary):
    triples = Counter(ngrams(sentences, 3))
    starts = Counter()
    for (a, b, _), times in triples.items():
        starts[a, b] += times
    P = np.zeros([len(vocabulary)] * 3)
    for (a, b, c), times in triples.items():
        h, i, j = map(vocabulary.index, (a, b, c))
        P[h, i, j] = times / starts[a, b]
    return P


def next_word(matrix, text, vocabulary):
    words = text.split()
    newest = words[-1]
    i = vocabulary.index(newest)
    if np.ndim(matrix) == 2:
        return np.array(matrix[i])
    previous = words[words.index(newest) - 1]
    return np.array(matrix[vocabulary.index(previous), i])
