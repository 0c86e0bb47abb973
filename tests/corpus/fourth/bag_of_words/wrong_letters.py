# wrong: unigrams are searched as letters with text.count, so 'cat' is also found in 'catalogue'.
import numpy as np
from collections import Counter


def unigram_counts(documents, vocabulary):
    return np.array([[text.count(word) for word in vocabulary] for text in documents])


def bigram_counts(documents, vocabulary):
    rows = []
    for text in documents:
        words = text.split()
        pairs = Counter(zip(words, words[1:]))
        rows.append([[pairs[a, b] for b in vocabulary] for a in vocabulary])
    return np.array(rows)


def idf(counts):
    counts = np.asarray(counts)
    df = (counts > 0).sum(axis=0)
    return np.where(df > 0, np.log(len(counts) / np.maximum(df, 1)), 0.0)


def tf_idf(counts, rarity):
    counts = np.asarray(counts, dtype=float)
    total = counts.sum(axis=1, keepdims=True)
    share = np.divide(counts, total, out=np.zeros_like(counts), where=total > 0)
    return share * rarity
