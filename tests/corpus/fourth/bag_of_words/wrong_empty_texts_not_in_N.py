# wrong: texts without any counted word are left out of N in idf.
import numpy as np


def unigram_counts(documents, vocabulary):
    place = {word: i for i, word in enumerate(vocabulary)}
    counts = np.zeros((len(documents), len(vocabulary)), dtype=int)
    for n, text in enumerate(documents):
        for word in text.split():
            if word in place:
                counts[n, place[word]] += 1
    return counts


def bigram_counts(documents, vocabulary):
    place = {word: i for i, word in enumerate(vocabulary)}
    V = len(vocabulary)
    table = np.zeros((len(documents), V, V), dtype=int)
    for n, text in enumerate(documents):
        words = text.split()
        for t in range(len(words) - 1):
            i, j = place.get(words[t]), place.get(words[t + 1])
            if i is not None and j is not None:
                table[n, i, j] += 1
    return table


def idf(counts):
    counts = np.array(counts)
    counts = counts[counts.sum(axis=1) > 0]
    N = counts.shape[0]
    df = (counts > 0).sum(axis=0)
    return np.array([np.log(N / d) if d else 0.0 for d in df])


def tf_idf(counts, rarity):
    N, V = np.shape(counts)
    result = np.zeros((N, V))
    for n in range(N):
        total = sum(counts[n])
        if total == 0:
            continue
        for v in range(V):
            result[n, v] = counts[n][v] / total * rarity[v]
    return result
