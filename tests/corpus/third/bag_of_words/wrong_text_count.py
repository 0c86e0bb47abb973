# wrong: unigram_counts searches letters with text.count, so "cat" is also found in "catalogue" and "a" in every "cat".
import numpy as np


def unigram_counts(documents, vocabulary):
    return np.array([[text.count(word) for word in vocabulary] for text in documents])


def bigram_counts(documents, vocabulary):
    V = len(vocabulary)
    pairs = np.zeros((len(documents), V, V))
    for n, text in enumerate(documents):
        words = text.split()
        for first, second in zip(words, words[1:]):
            if first in vocabulary and second in vocabulary:
                pairs[n, vocabulary.index(first), vocabulary.index(second)] += 1
    return pairs


def idf(counts):
    N = len(counts)
    result = np.zeros(counts.shape[1])
    for v in range(counts.shape[1]):
        df = np.count_nonzero(counts[:, v])
        if df > 0:
            result[v] = np.log(N / df)
    return result


def tf_idf(counts, rarity):
    total = counts.sum(axis=1, keepdims=True)
    return counts / np.maximum(total, 1) * rarity
