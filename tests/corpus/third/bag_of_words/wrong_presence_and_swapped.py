# wrong: two mistakes: unigram_counts says only whether a word is there, and the pairs stand as [n, second, first].
import numpy as np


def unigram_counts(documents, vocabulary):
    X = np.zeros((len(documents), len(vocabulary)))
    for n, document in enumerate(documents):
        for word in document.split():
            if word in vocabulary:
                X[n, vocabulary.index(word)] = 1
    return X


def bigram_counts(documents, vocabulary):
    ids = {word: v for v, word in enumerate(vocabulary)}
    B = np.zeros((len(documents), len(ids), len(ids)))
    for n, document in enumerate(documents):
        words = document.split()
        for k in range(1, len(words)):
            i, j = ids.get(words[k]), ids.get(words[k - 1])
            if i is not None and j is not None:
                B[n, i, j] += 1
    return B


def idf(counts):
    df = (np.asarray(counts) > 0).sum(axis=0)
    N = np.asarray(counts).shape[0]
    safe = np.where(df == 0, N, df)
    return np.log(N / safe)


def tf_idf(counts, rarity):
    counts = np.array(counts, dtype=float)
    sums = counts.sum(axis=1)
    sums[sums == 0] = 1
    return (counts / sums[:, None]) * rarity[None, :]
