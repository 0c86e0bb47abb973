# wrong: bigram_counts throws unknown words away before it pairs, so the words on both sides of an unknown one become a pair.
import numpy as np


class Counter2:
    """Counts words and pairs by their numbers."""

    def __init__(self, vocabulary):
        self.size = len(vocabulary)
        self.number = {word: v for v, word in enumerate(vocabulary)}

    def ids(self, text):
        return [self.number[word] for word in text.split() if word in self.number]

    def words(self, text):
        return np.bincount(np.array(self.ids(text), dtype=int), minlength=self.size)

    def pairs(self, text):
        ids = np.array(self.ids(text), dtype=int)
        flat = np.bincount(ids[:-1] * self.size + ids[1:], minlength=self.size**2)
        return flat.reshape(self.size, self.size)


def unigram_counts(documents, vocabulary):
    counter = Counter2(vocabulary)
    return np.stack([counter.words(text) for text in documents])


def bigram_counts(documents, vocabulary):
    counter = Counter2(vocabulary)
    return np.stack([counter.pairs(text) for text in documents])


def idf(counts):
    df = np.count_nonzero(counts, axis=0)
    out = np.zeros(len(df))
    seen = df > 0
    out[seen] = np.log(counts.shape[0] / df[seen])
    return out


def tf_idf(counts, rarity):
    lengths = counts.sum(axis=1)
    lengths = np.where(lengths > 0, lengths, 1)
    return np.einsum("nv,n,v->nv", counts, 1 / lengths, rarity)
