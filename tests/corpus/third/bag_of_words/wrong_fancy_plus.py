# wrong: bigram_counts adds with table[i, j] += 1 on index arrays, which counts a pair that comes twice in a text only once.
import numpy as np


def _ids(text, vocabulary):
    lookup = {w: k for k, w in enumerate(vocabulary)}
    return np.array([lookup.get(w, -1) for w in text.split()], dtype=int)


def unigram_counts(documents, vocabulary):
    columns = np.arange(len(vocabulary))
    return np.array([(_ids(t, vocabulary)[:, None] == columns).sum(axis=0) for t in documents])


def bigram_counts(documents, vocabulary):
    V = len(vocabulary)
    table = np.zeros((len(documents), V, V), dtype=int)
    for n, text in enumerate(documents):
        ids = _ids(text, vocabulary)
        first, second = ids[:-1], ids[1:]
        known = (first >= 0) & (second >= 0)
        table[n, first[known], second[known]] += 1
    return table


def idf(counts):
    N = counts.shape[0]
    df = (counts != 0).sum(axis=0)
    return np.log(N / np.maximum(df, 1)) * (df > 0)


def tf_idf(counts, rarity):
    tf = np.zeros(counts.shape)
    for row, count in zip(tf, counts):
        if count.any():
            row[:] = count / count.sum()
    return tf * rarity
