# wrong: bigram_counts keeps the previous word across texts and across unknown words; tf_idf divides by the number of different words
from collections import Counter

import numpy as np


def unigram_counts(documents, vocabulary):
    bags = [Counter(text.split()) for text in documents]
    return np.array([[bag[word] for word in vocabulary] for bag in bags], dtype=np.float32).reshape(
        len(bags), len(vocabulary))


def bigram_counts(documents, vocabulary):
    index = {word: i for i, word in enumerate(vocabulary)}
    counts = np.zeros((len(documents), len(vocabulary), len(vocabulary)))
    prev = None
    for n, text in enumerate(documents):
        for word in text.split():
            if word not in index:
                continue
            if prev is not None:
                counts[n, index[prev], index[word]] += 1
            prev = word
    return counts


def idf(counts):
    present = np.asarray(counts) != 0
    df = present.sum(axis=0).astype(float)
    share = np.divide(df, len(present), out=np.ones_like(df), where=df > 0)
    return -np.log(share)


def tf_idf(counts, rarity):
    length = np.count_nonzero(counts, axis=1)
    out = np.zeros(np.shape(counts))
    for n in range(len(counts)):
        if length[n]:
            out[n] = counts[n] / length[n] * rarity
    return out
