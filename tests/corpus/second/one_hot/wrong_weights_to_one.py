# wrong: lookup divides every row by its sum first; shows for weights that do not add up to 1 (the product must be plain)
import numpy as np


def vocabulary(sentences):
    return list(dict.fromkeys(" ".join(sentences).lower().split()))


def one_hot(words, vocabulary):
    w = np.array(words, dtype=object).reshape(-1, 1)
    v = np.array(vocabulary, dtype=object).reshape(1, -1)
    return (w == v).astype(int)


def decode(rows, vocabulary):
    return [vocabulary[k] for k in np.asarray(rows).argmax(axis=-1)]


def lookup(rows, matrix):
    totals = rows.sum(axis=1, keepdims=True)
    weights = rows / np.where(totals == 0, 1, totals)
    return weights @ matrix


def similarity(a, b):
    return np.inner(np.asarray(a, dtype=float), np.asarray(b, dtype=float))
