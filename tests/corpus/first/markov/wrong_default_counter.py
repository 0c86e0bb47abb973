# wrong: the counters are default arguments and keep the counts of earlier calls; shows from the second call on
from collections import Counter

import numpy as np


def ngrams(sentences, n):
    for sentence in sentences:
        words = sentence.split()
        yield from zip(*(words[k:] for k in range(n)))


def count(sentences, n, table=Counter()):
    for gram in ngrams(sentences, n):
        table[gram] += 1
    return table


def transition_matrix(sentences, vocabulary):
    pairs = count(sentences, 2)
    P = np.array([[float(pairs[a, b]) for b in vocabulary] for a in vocabulary])
    return P / np.maximum(P.sum(axis=1, keepdims=True), 1)


def second_order_matrix(sentences, vocabulary):
    triples = count(sentences, 3)
    P = np.array([[[float(triples[a, b, c]) for c in vocabulary] for b in vocabulary] for a in vocabulary])
    return P / np.maximum(P.sum(axis=2, keepdims=True), 1)


def next_word(matrix, text, vocabulary):
    order = np.ndim(matrix) - 1
    row = matrix
    for word in text.split()[-order:]:
        row = row[vocabulary.index(word)]
    return np.array(row)
