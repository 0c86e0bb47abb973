# right: plain loops and math.log, filled into float arrays.
import math

import numpy as np


def unigram_counts(documents, vocabulary):
    out = np.zeros((len(documents), len(vocabulary)))
    for n, text in enumerate(documents):
        for word in text.split():
            for v, name in enumerate(vocabulary):
                if word == name:
                    out[n, v] += 1
    return out


def bigram_counts(documents, vocabulary):
    V = len(vocabulary)
    out = np.zeros((len(documents), V, V))
    for n, text in enumerate(documents):
        words = text.split()
        for k in range(len(words) - 1):
            if words[k] in vocabulary and words[k + 1] in vocabulary:
                out[n, vocabulary.index(words[k]), vocabulary.index(words[k + 1])] += 1
    return out


def idf(counts):
    N, V = counts.shape
    out = np.zeros(V)
    for v in range(V):
        df = 0
        for n in range(N):
            if counts[n, v] > 0:
                df += 1
        if df > 0:
            out[v] = math.log(N / df)
    return out


def tf_idf(counts, rarity):
    N, V = counts.shape
    out = np.zeros((N, V))
    for n in range(N):
        total = float(sum(float(c) for c in counts[n]))
        for v in range(V):
            if total > 0:
                out[n, v] = float(counts[n, v]) / total * float(rarity[v])
    return out
