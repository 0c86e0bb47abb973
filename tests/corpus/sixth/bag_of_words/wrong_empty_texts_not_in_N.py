# wrong: idf takes as N only the texts with a counted word; it shows on a text without any.
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
    present = np.asarray(counts) > 0
    df = present.sum(axis=0)
    N = present.any(axis=1).sum()
    return np.where(df > 0, np.log(np.maximum(N, 1) / np.maximum(df, 1)), 0.0)


def tf_idf(counts, rarity):
    total = np.asarray(counts).sum(axis=1, keepdims=True)
    return counts / np.maximum(total, 1) * rarity
