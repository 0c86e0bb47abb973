# wrong: unigram_counts counts letters (cat in catalogue); idf adds up counts for df and clips at 0; shows for repeats, substrings
import math

import numpy as np


def unigram_counts(documents, vocabulary):
    counts = np.zeros((len(documents), len(vocabulary)))
    for i in range(len(documents)):
        for j in range(len(vocabulary)):
            counts[i, j] = documents[i].count(vocabulary[j])
    return counts


def bigram_counts(documents, vocabulary):
    place = {word: v for v, word in enumerate(vocabulary)}
    V = len(vocabulary)
    counts = np.zeros((len(documents), V, V), dtype=int)
    for n, text in enumerate(documents):
        words = text.split()
        for k in range(len(words) - 1):
            if words[k] in place and words[k + 1] in place:
                counts[n, place[words[k]], place[words[k + 1]]] += 1
    return counts


def idf(counts):
    n = 0
    for row in counts:
        if sum(row) > 0:
            n += 1
    out = []
    for column in counts.T:
        df = sum(column)
        if df == 0:
            out.append(0.0)
        else:
            out.append(max(0.0, math.log(n / df)))
    return np.array(out)


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
