# right: Counter objects read out by list comprehensions, float32 results, np.divide with where
from collections import Counter

import numpy as np


def _pairs(words):
    return zip(words, words[1:])


def unigram_counts(documents, vocabulary):
    bags = [Counter(text.split()) for text in documents]
    return np.array([[bag[word] for word in vocabulary] for bag in bags], dtype=np.float32).reshape(
        len(bags), len(vocabulary))


def bigram_counts(documents, vocabulary):
    bags = [Counter(_pairs(text.split())) for text in documents]
    return np.array([[[bag[first, second] for second in vocabulary] for first in vocabulary] for bag in bags],
                    dtype=np.float32).reshape(len(bags), len(vocabulary), len(vocabulary))


def idf(counts):
    present = np.asarray(counts) != 0
    df = present.sum(axis=0).astype(float)
    share = np.divide(df, len(present), out=np.ones_like(df), where=df > 0)
    return -np.log(share)


def tf_idf(counts, rarity):
    c = np.array(counts, dtype=np.float32)
    total = np.broadcast_to(c.sum(axis=1)[:, None], c.shape)
    shares = np.divide(c, total, out=np.zeros_like(c), where=total > 0)
    return shares @ np.diag(np.asarray(rarity, dtype=np.float32))
