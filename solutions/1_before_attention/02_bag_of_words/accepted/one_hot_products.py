"""One-hot rows: their sum is the bag of words, and shifted against themselves they give the bigrams."""

import numpy as np


def _one_hot(document, vocabulary):
    rows = [[word == entry for entry in vocabulary] for word in document.split()]
    return np.array(rows, dtype=float).reshape(-1, len(vocabulary))


def unigram_counts(documents, vocabulary):
    return np.stack([_one_hot(document, vocabulary).sum(axis=0) for document in documents])


def bigram_counts(documents, vocabulary):
    texts = [_one_hot(document, vocabulary) for document in documents]
    return np.stack([rows[:-1].T @ rows[1:] for rows in texts])


def idf(counts):
    df = np.sign(counts).sum(axis=0)
    return np.log(len(counts) / np.where(df == 0, len(counts), df))


def tf_idf(counts, rarity):
    length = np.sum(counts, axis=1, keepdims=True)
    return counts / np.where(length == 0, 1, length) @ np.diag(rarity)
