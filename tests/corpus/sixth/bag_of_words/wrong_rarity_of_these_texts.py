# wrong: tf_idf computes the idf from its own counts and ignores rarity; it shows when rarity comes from another collection.
import numpy as np


def unigram_counts(documents, vocabulary):
    ids = {word: v for v, word in enumerate(vocabulary)}
    counts = np.zeros((len(documents), len(vocabulary)))
    for n, text in enumerate(documents):
        for word in text.split():
            if word in ids:
                counts[n, ids[word]] += 1
    return counts


def bigram_counts(documents, vocabulary):
    ids = {word: v for v, word in enumerate(vocabulary)}
    counts = np.zeros((len(documents), len(vocabulary), len(vocabulary)))
    for n, text in enumerate(documents):
        words = text.split()
        for first, second in zip(words, words[1:]):
            if first in ids and second in ids:
                counts[n, ids[first], ids[second]] += 1
    return counts


def idf(counts):
    df = (np.asarray(counts) > 0).sum(axis=0)
    return np.where(df > 0, np.log(len(counts) / np.maximum(df, 1)), 0.0)


def tf_idf(counts, rarity):
    counts = np.asarray(counts, dtype=float)
    total = counts.sum(axis=1, keepdims=True)
    tf = np.divide(counts, total, out=np.zeros_like(counts), where=total > 0)
    return tf * idf(counts)
