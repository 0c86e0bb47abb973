# wrong: the dictionary of columns is built at the first call only, so a later call with another vocabulary uses the old columns.
import numpy as np


_column = {}


def column_of(vocabulary):
    if not _column:
        for k, word in enumerate(vocabulary):
            _column[word] = k
    return _column


def unigram_counts(documents, vocabulary):
    column = column_of(vocabulary)
    counts = np.zeros((len(documents), len(vocabulary)))
    for n, text in enumerate(documents):
        for word in text.split():
            if word in column:
                counts[n, column[word]] += 1
    return counts


def bigram_counts(documents, vocabulary):
    column = column_of(vocabulary)
    counts = np.zeros((len(documents), len(vocabulary), len(vocabulary)))
    for n, text in enumerate(documents):
        words = text.split()
        for a, b in zip(words, words[1:]):
            if a in column and b in column:
                counts[n, column[a], column[b]] += 1
    return counts


def idf(counts):
    counts = np.asarray(counts)
    df = (counts > 0).sum(axis=0)
    return np.where(df > 0, np.log(len(counts) / np.maximum(df, 1)), 0.0)


def tf_idf(counts, rarity):
    counts = np.asarray(counts, dtype=float)
    total = counts.sum(axis=1, keepdims=True)
    share = np.divide(counts, total, out=np.zeros_like(counts), where=total > 0)
    return share * rarity
