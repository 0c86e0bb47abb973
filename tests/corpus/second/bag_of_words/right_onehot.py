# right: one-hot matrices with an extra column for strangers, counts as sums and as einsum of shifted rows
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
    counts = np.asarray(counts)
    df = np.count_nonzero(counts, axis=0)
    return np.where(df > 0, np.log(max(len(counts), 1)) - np.log(np.maximum(df, 1)), 0.0)


def tf_idf(counts, rarity):
    total = counts.sum(axis=1, keepdims=True)
    return counts / np.where(total == 0, 1, total) * rarity
