# wrong: bigram_counts drops unknown words before pairing, so their neighbours become a pair; shows for unknown words inside
import math

import numpy as np


def unigram_counts(documents, vocabulary):
    counts = np.zeros((len(documents), len(vocabulary)))
    for n in range(len(documents)):
        for word in documents[n].split():
            for v in range(len(vocabulary)):
                if vocabulary[v] == word:
                    counts[n, v] += 1
    return counts


def bigram_counts(documents, vocabulary):
    V = len(vocabulary)
    counts = np.zeros((len(documents), V, V))
    for n in range(len(documents)):
        ids = [vocabulary.index(word) for word in documents[n].split() if word in vocabulary]
        for k in range(len(ids) - 1):
            counts[n, ids[k], ids[k + 1]] += 1
    return counts


def idf(counts):
    N, V = counts.shape
    result = np.zeros(V)
    for v in range(V):
        df = 0
        for n in range(N):
            if counts[n, v] > 0:
                df += 1
        if df > 0:
            result[v] = math.log(N / df)
    return result


def tf_idf(counts, rarity):
    N, V = counts.shape
    result = np.zeros((N, V))
    for n in range(N):
        total = 0
        for v in range(V):
            total += counts[n, v]
        if total == 0:
            continue
        for v in range(V):
            result[n, v] = counts[n, v] / total * rarity[v]
    return result
