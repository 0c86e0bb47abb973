# wrong: unigram_counts adds with counts[n, ids] += 1, which adds only once per word; shows when a word is repeated in a text
from collections import Counter

import numpy as np


def _pairs(words):
    return zip(words, words[1:])


def unigram_counts(documents, vocabulary):
    index = {word: i for i, word in enumerate(vocabulary)}
    counts = np.zeros((len(documents), len(vocabulary)))
    for n, text in enumerate(documents):
        ids = np.array([index[w] for w in text.split() if w in index], dtype=int)
        counts[n, ids] += 1
    return counts


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
