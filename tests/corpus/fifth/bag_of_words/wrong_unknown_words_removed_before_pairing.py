# wrong: unknown words are removed first, so their two neighbours become a pair: 'cat xyz sat' with xyz not in the vocabulary.
import math
import numpy as np
from collections import Counter


def unigram_counts(documents, vocabulary):
    result = np.zeros((len(documents), len(vocabulary)))
    for n, text in enumerate(documents):
        bag = Counter(text.split())
        for v, word in enumerate(vocabulary):
            result[n, v] = bag[word]
    return result


def bigram_counts(documents, vocabulary):
    V = len(vocabulary)
    index = {word: v for v, word in enumerate(vocabulary)}
    result = np.zeros((len(documents), V, V))
    for n, text in enumerate(documents):
        ids = [index[word] for word in text.split() if word in index]
        for i, j in zip(ids, ids[1:]):
            result[n, i, j] += 1
    return result


def idf(counts):
    N, V = counts.shape
    result = np.zeros(V)
    for v in range(V):
        df = sum(1 for n in range(N) if counts[n, v] > 0)
        if df > 0:
            result[v] = math.log(N / df)
    return result


def tf_idf(counts, rarity):
    result = np.zeros(counts.shape)
    for n, row in enumerate(counts):
        total = float(row.sum())
        if total > 0:
            result[n] = row / total * rarity
    return result
