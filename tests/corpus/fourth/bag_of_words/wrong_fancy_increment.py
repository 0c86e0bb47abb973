# wrong: pairs are entered with table[n, i, j] += 1 on index arrays, so a pair that occurs twice in a text counts once.
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
    table = np.zeros((len(documents), V, V), dtype=int)
    for n, text in enumerate(documents):
        ids = word_ids(text, vocabulary)
        i, j = ids[:-1], ids[1:]
        both = (i >= 0) & (j >= 0)
        table[n, i[both], j[both]] += 1
    return table


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
