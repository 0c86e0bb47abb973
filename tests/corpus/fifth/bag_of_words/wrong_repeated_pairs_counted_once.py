# wrong: bigrams are added with fancy indexing: a pair that occurs twice in a text is counted once.
import numpy as np


class Index:
    def __init__(self, vocabulary):
        self.size = len(vocabulary)
        self.place = dict(zip(vocabulary, range(self.size)))

    def ids(self, text):
        return np.array([self.place.get(word, -1) for word in text.split()], dtype=np.int64)


def unigram_counts(documents, vocabulary):
    index = Index(vocabulary)
    out = np.zeros((len(documents), index.size), dtype=np.int64)
    for row, text in zip(out, documents):
        ids = index.ids(text)
        row += np.bincount(ids[ids >= 0], minlength=index.size)
    return out


def bigram_counts(documents, vocabulary):
    index = Index(vocabulary)
    out = np.zeros((len(documents), index.size, index.size), dtype=np.int64)
    for n, text in enumerate(documents):
        ids = index.ids(text)
        first, second = ids[:-1], ids[1:]
        known = (first >= 0) & (second >= 0)
        out[n, first[known], second[known]] += 1
    return out


def idf(counts):
    df = (counts > 0).sum(axis=0)
    ratio = np.ones(counts.shape[1])
    np.divide(counts.shape[0], df, out=ratio, where=df > 0)
    return np.log(ratio)


def tf_idf(counts, rarity):
    total = np.broadcast_to(counts.sum(axis=1, keepdims=True), counts.shape)
    share = np.divide(counts, total, out=np.zeros(counts.shape), where=total > 0)
    return share * rarity[None, :]
