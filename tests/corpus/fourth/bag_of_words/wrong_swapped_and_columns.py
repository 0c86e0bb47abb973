# wrong: two mistakes: the pair table is turned over ([second, first]), and tf divides by the column sums.
import numpy as np


def word_ids(text, vocabulary):
    """-1 stands for an unknown word."""
    index = dict(zip(vocabulary, range(len(vocabulary))))
    return np.array([index.get(word, -1) for word in text.split()], dtype=int)


def unigram_counts(documents, vocabulary):
    V = len(vocabulary)
    out = np.zeros((len(documents), V))
    for row, text in zip(out, documents):
        ids = word_ids(text, vocabulary)
        row += np.bincount(ids[ids >= 0], minlength=V)
    return out


def bigram_counts(documents, vocabulary):
    V = len(vocabulary)
    tables = []
    for text in documents:
        ids = word_ids(text, vocabulary)
        table = np.zeros((V, V))
        for p in range(1, len(ids)):
            if ids[p] >= 0 and ids[p - 1] >= 0:
                table[ids[p], ids[p - 1]] += 1
        tables.append(table)
    return np.stack(tables)


def idf(counts):
    df = np.count_nonzero(counts, axis=0)
    rare = np.zeros(df.shape)
    seen = df > 0
    rare[seen] = np.log(len(counts)) - np.log(df[seen])
    return rare


def tf_idf(counts, rarity):
    total = np.sum(counts, axis=0)
    tf = counts / np.where(total == 0, 1, total)
    return tf * rarity
