"""numpy in single precision; np.add.at counts."""

import numpy as np


def unigram_counts(documents, vocabulary):
    counts = np.zeros((len(documents), len(vocabulary) + 1), dtype=np.float32)
    for row, document in zip(counts, documents, strict=True):
        for word in document.split():
            row[vocabulary.index(word) if word in vocabulary else -1] += 1
    return counts[:, :-1]


def bigram_counts(documents, vocabulary):
    size = len(vocabulary)
    column = {word: v for v, word in enumerate(vocabulary)}
    counts = np.zeros((len(documents), size + 1, size + 1), dtype=np.float32)
    for table, document in zip(counts, documents, strict=True):
        ids = np.array([column.get(word, size) for word in document.split()], dtype=int)
        np.add.at(table, (ids[:-1], ids[1:]), 1)
    return counts[:, :size, :size]


def idf(counts):
    df = np.sum(counts > 0, axis=0, dtype=np.float32)
    texts = np.float32(len(counts))
    return np.log(texts / np.where(df > 0, df, texts))


def tf_idf(counts, rarity):
    counts = counts.astype(np.float32)
    tf = counts / np.maximum(counts.sum(axis=1, keepdims=True), np.float32(1))
    return tf * rarity.astype(np.float32)
