# wrong: unknown words are dropped before pairing, so the words on both sides of an unknown word become a pair.
import numpy as np
from collections import Counter


def unigram_counts(documents, vocabulary):
    bags = [Counter(text.split()) for text in documents]
    return np.array([[bag[word] for word in vocabulary] for bag in bags]).reshape(len(bags), len(vocabulary))


def bigram_counts(documents, vocabulary):
    column = {w: k for k, w in enumerate(vocabulary)}
    table = np.zeros((len(documents), len(column), len(column)))
    for n, text in enumerate(documents):
        known = [column[w] for w in text.split() if w in column]
        for pair in zip(known[:-1], known[1:]):
            table[(n, *pair)] += 1
    return table


def idf(counts):
    counts = np.asarray(counts)
    df = (counts > 0).sum(axis=0)
    return np.where(df > 0, np.log(len(counts) / np.maximum(df, 1)), 0.0)


def tf_idf(counts, rarity):
    counts = np.asarray(counts, dtype=float)
    total = counts.sum(axis=1, keepdims=True)
    share = np.divide(counts, total, out=np.zeros_like(counts), where=total > 0)
    return share * rarity
