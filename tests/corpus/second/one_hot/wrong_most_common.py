# wrong: vocabulary comes in order of frequency (Counter.most_common); shows when a later word is more frequent than an earlier one
from collections import Counter

import numpy as np


def vocabulary(sentences):
    counter = Counter()
    for sentence in sentences:
        counter.update(sentence.lower().split())
    return [word for word, _ in counter.most_common()]


def one_hot(words, vocabulary):
    w = np.array(words, dtype=object).reshape(-1, 1)
    v = np.array(vocabulary, dtype=object).reshape(1, -1)
    return (w == v).astype(int)


def decode(rows, vocabulary):
    return [vocabulary[k] for k in np.asarray(rows).argmax(axis=-1)]


def lookup(rows, matrix):
    return np.asarray(rows, dtype=float) @ np.asarray(matrix, dtype=float)


def similarity(a, b):
    return np.inner(np.asarray(a, dtype=float), np.asarray(b, dtype=float))
