# wrong: transition_matrix divides by how often the word is said; shows for a word that ends some sentences and not others
from collections import Counter

import numpy as np


def ngrams(sentences, n):
    for sentence in sentences:
        words = sentence.split()
        yield from zip(*(words[k:] for k in range(n)))


def transition_matrix(sentences, vocabulary):
    pairs = Counter(ngrams(sentences, 2))
    said = Counter(word for sentence in sentences for word in sentence.split())
    return np.array([[pairs[a, b] / max(said[a], 1) for b in vocabulary] for a in vocabulary])


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
    order = np.ndim(matrix) - 1
    row = matrix
    for word in text.split()[-order:]:
        row = row[vocabulary.index(word)]
    return np.array(row)
