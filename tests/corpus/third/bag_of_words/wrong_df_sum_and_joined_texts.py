# wrong: two mistakes: df is the sum of counts, so a word said twice in one text has df 2, and pairs reach from one text into the next.
import math

import numpy as np


def unigram_counts(documents, vocabulary):
    table = np.zeros((len(documents), len(vocabulary)), int)
    for n, text in enumerate(documents):
        for word in text.split():
            for v, name in enumerate(vocabulary):
                table[n, v] += word == name
    return table


def bigram_counts(documents, vocabulary):
    table = np.zeros((len(documents), len(vocabulary), len(vocabulary)), int)
    before = None
    for n, text in enumerate(documents):
        for word in text.split():
            if before in vocabulary and word in vocabulary:
                table[n, vocabulary.index(before), vocabulary.index(word)] += 1
            before = word
    return table


def idf(counts):
    N, V = counts.shape
    values = np.zeros(V)
    for v in range(V):
        df = counts[:, v].sum()
        if df:
            values[v] = math.log(N / df)
    return values


def tf_idf(counts, rarity):
    N, V = counts.shape
    weights = np.zeros((N, V))
    for n in range(N):
        total = counts[n].sum()
        if total == 0:
            continue
        for v in range(V):
            weights[n, v] = counts[n, v] / total * rarity[v]
    return weights
