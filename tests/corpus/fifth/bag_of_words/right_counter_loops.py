# right: collections.Counter and plain loops.
import math
from collections import Counter

import numpy as np


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
        words = text.split()
        for k in range(len(words) - 1):
            first, second = words[k], words[k + 1]
            if first in index and second in index:
                result[n, index[first], index[second]] += 1
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
