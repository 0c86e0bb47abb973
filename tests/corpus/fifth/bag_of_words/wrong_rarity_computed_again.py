# wrong: tf_idf computes the idf from the counts it is given and ignores the rarity: shows when the texts are new ones.
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
    weights = idf(counts)
    for n in range(len(counts)):
        total = counts[n].sum()
        if total:
            result[n] = counts[n] / total * weights
    return result
