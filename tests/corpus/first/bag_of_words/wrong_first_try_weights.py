# wrong: tf_idf divides by the number of different words and scales rows to length 1; bigrams are symmetric; shows almost always
import numpy as np


def _rows(text, vocabulary):
    words = text.split()
    return np.array([[float(w == v) for v in vocabulary] for w in words]).reshape(len(words), len(vocabulary))


def unigram_counts(documents, vocabulary):
    out = np.empty((len(documents), len(vocabulary)))
    for n, text in enumerate(documents):
        out[n] = _rows(text, vocabulary).sum(axis=0)
    return out


def bigram_counts(documents, vocabulary):
    out = np.empty((len(documents), len(vocabulary), len(vocabulary)))
    for n, text in enumerate(documents):
        X = _rows(text, vocabulary)
        pairs = X[:-1].T @ X[1:]
        out[n] = np.maximum(pairs, pairs.T)
    return out


def idf(counts):
    there = np.minimum(np.asarray(counts), 1)
    df = there.sum(axis=0)
    return np.where(df == 0, 0.0, np.log(max(len(counts), 1)) - np.log(np.maximum(df, 1)))


def tf_idf(counts, rarity):
    different = np.maximum((counts > 0).sum(axis=1, keepdims=True), 1)
    weights = counts / different * rarity
    length = np.sqrt((weights**2).sum(axis=1, keepdims=True))
    return weights / np.where(length == 0, 1, length)
