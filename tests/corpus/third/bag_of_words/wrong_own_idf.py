# wrong: tf_idf computes the idf anew from the counts and ignores rarity, so new texts are not weighed with the handed-over idf.
from collections import Counter

import numpy as np


def unigram_counts(documents, vocabulary):
    bags = [Counter(text.split()) for text in documents]
    return np.array([[bag[word] for word in vocabulary] for bag in bags])


def bigram_counts(documents, vocabulary):
    bags = []
    for text in documents:
        words = text.split()
        bags.append(Counter(zip(words, words[1:])))
    return np.array([[[bag[a, b] for b in vocabulary] for a in vocabulary] for bag in bags])


def idf(counts):
    df = (counts > 0).sum(axis=0)
    ratio = len(counts) / np.where(df > 0, df, len(counts))
    return np.log(ratio)


def tf_idf(counts, rarity):
    rarity = idf(counts)
    totals = counts.sum(axis=1, keepdims=True)
    shares = np.where(totals > 0, counts / np.where(totals > 0, totals, 1), 0)
    return shares * rarity
