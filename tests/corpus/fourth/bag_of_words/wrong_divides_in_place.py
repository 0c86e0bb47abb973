# wrong: tf_idf divides the rows in the caller's own array when the counts are floats.
import numpy as np
from collections import Counter


def unigram_counts(documents, vocabulary):
    bags = [Counter(text.split()) for text in documents]
    return np.array([[bag[word] for word in vocabulary] for bag in bags]).reshape(len(bags), len(vocabulary))


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
    tf = np.asarray(counts, dtype=float)
    for row in tf:
        if row.sum() > 0:
            row /= row.sum()
    return tf * rarity
