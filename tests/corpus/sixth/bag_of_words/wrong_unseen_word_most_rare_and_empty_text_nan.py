# wrong: idf of a word of no text is ln(N), as if one text had it, and tf_idf of a text without counted words is NaN; it shows on a column and on a row of zeros.
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
    df = np.count_nonzero(counts, axis=0)
    return np.log(len(counts) / np.maximum(df, 1))


def tf_idf(counts, rarity):
    tf = counts / counts.sum(axis=1, keepdims=True)
    return tf * rarity
