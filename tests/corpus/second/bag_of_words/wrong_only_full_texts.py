# wrong: idf does not count texts without any counted word in N; shows when a row of counts is all zeros
import numpy as np


def _one_hot(text, vocabulary):
    words = np.array(text.split(), dtype=object).reshape(-1, 1)
    return (words == np.array(vocabulary, dtype=object).reshape(1, -1)).astype(float)


def unigram_counts(documents, vocabulary):
    rows = [_one_hot(text, vocabulary).sum(axis=0) for text in documents]
    return np.array(rows).reshape(len(documents), len(vocabulary))


def bigram_counts(documents, vocabulary):
    V = len(vocabulary)
    tables = []
    for text in documents:
        X = _one_hot(text, vocabulary)
        tables.append(np.einsum("ti,tj->ij", X[:-1], X[1:]))
    return np.array(tables).reshape(len(documents), V, V)


def idf(counts):
    filled = counts[counts.any(axis=1)]
    N = len(filled)
    df = (filled > 0).sum(axis=0)
    result = np.zeros(counts.shape[1])
    result[df > 0] = np.log(N / df[df > 0])
    return result


def tf_idf(counts, rarity):
    total = counts.sum(axis=1, keepdims=True)
    return counts / np.where(total == 0, 1, total) * rarity
