# right: texts as arrays of ids, bincount, add.at and einsum.
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
    out = np.zeros((len(documents), V * V))
    for row, text in zip(out, documents):
        ids = word_ids(text, vocabulary)
        left, right = ids[:-1], ids[1:]
        known = (left >= 0) & (right >= 0)
        np.add.at(row, left[known] * V + right[known], 1)
    return out.reshape(len(documents), V, V)


def idf(counts):
    df = np.count_nonzero(counts, axis=0)
    rare = np.zeros(df.shape)
    seen = df > 0
    rare[seen] = np.log(len(counts)) - np.log(df[seen])
    return rare


def tf_idf(counts, rarity):
    total = np.sum(counts, axis=1)
    total = np.where(total == 0, 1, total)
    return np.einsum("nv,n,v->nv", counts, 1 / total, rarity)
