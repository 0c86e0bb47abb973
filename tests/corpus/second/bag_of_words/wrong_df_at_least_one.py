# wrong: idf of a word in no text is ln N instead of 0, because df is raised to 1; shows for columns of zeros
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
    N = counts.shape[0]
    df = (counts > 0).sum(axis=0)
    df = np.maximum(df, 1)
    return np.log(N / df)


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
