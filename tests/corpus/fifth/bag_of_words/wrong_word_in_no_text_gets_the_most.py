# wrong: df is raised to at least 1 and nothing else: a word in no text has idf ln(N) instead of 0.
import numpy as np


def _one_hot(text, vocabulary):
    words = np.array(text.split(), dtype=object)
    return (words[:, None] == np.array(vocabulary, dtype=object)).astype(np.float32)


def unigram_counts(documents, vocabulary):
    V = len(vocabulary)
    return np.array([_one_hot(text, vocabulary).sum(axis=0) for text in documents]).reshape(-1, V)


def bigram_counts(documents, vocabulary):
    V = len(vocabulary)
    tables = []
    for text in documents:
        X = _one_hot(text, vocabulary)
        tables.append(np.einsum("ki,kj->ij", X[:-1], X[1:]))
    return np.array(tables).reshape(len(documents), V, V)


def idf(counts):
    df = np.count_nonzero(counts, axis=0)
    return np.log(len(counts) / np.maximum(df, 1))


def tf_idf(counts, rarity):
    c = np.array(counts, dtype=np.float64)
    total = c.sum(axis=1, keepdims=True)
    c /= np.where(total == 0, 1, total)
    c *= rarity
    return c
