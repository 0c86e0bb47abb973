"""collections.Counter counts, for words and for pairs."""

from collections import Counter
from itertools import pairwise

import numpy as np


def unigram_counts(documents, vocabulary):
    bags = [Counter(document.split()) for document in documents]
    return np.array([[bag[word] for word in vocabulary] for bag in bags])


def bigram_counts(documents, vocabulary):
    bags = [Counter(pairwise(document.split())) for document in documents]
    return np.array([[[bag[first, second] for second in vocabulary] for first in vocabulary] for bag in bags])


def idf(counts):
    df = np.count_nonzero(counts, axis=0)
    return -np.log(df / len(counts), where=df > 0, out=np.zeros(len(df)))


def tf_idf(counts, rarity):
    length = counts.sum(axis=1)[:, None]
    tf = np.divide(counts, length, where=length > 0, out=np.zeros(counts.shape))
    return np.einsum("nv,v->nv", tf, rarity)
