# wrong: bigram_counts finds the next word with words.index; shows when a word stands twice in a text with different followers
import math

import numpy as np


def unigram_counts(documents, vocabulary):
    place = {word: v for v, word in enumerate(vocabulary)}
    counts = np.zeros((len(documents), len(vocabulary)), dtype=int)
    for n, text in enumerate(documents):
        for word in text.split():
            if word in place:
                counts[n, place[word]] += 1
    return counts


def bigram_counts(documents, vocabulary):
    V = len(vocabulary)
    counts = np.zeros((len(documents), V, V), dtype=int)
    for n, text in enumerate(documents):
        words = text.split()
        for word in words[:-1]:
            following = words[words.index(word) + 1]
            if word in vocabulary and following in vocabulary:
                counts[n, vocabulary.index(word), vocabulary.index(following)] += 1
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
        total = counts[n].sum()
        if total == 0:
            continue
        for v in range(V):
            result[n, v] = counts[n, v] / total * rarity[v]
    return result
