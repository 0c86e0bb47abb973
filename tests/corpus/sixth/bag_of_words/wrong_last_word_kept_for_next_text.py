# wrong: the last word of a text makes a pair with the first word of the next; it shows on two texts.
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
    previous = None
    for n, text in enumerate(documents):
        for word in text.split():
            if previous in ids and word in ids:
                counts[n, ids[previous], ids[word]] += 1
            previous = word
    return counts


def idf(counts):
    df = (np.asarray(counts) > 0).sum(axis=0)
    return np.where(df > 0, np.log(len(counts) / np.maximum(df, 1)), 0.0)


def tf_idf(counts, rarity):
    total = np.asarray(counts).sum(axis=1, keepdims=True)
    return counts / np.maximum(total, 1) * rarity
