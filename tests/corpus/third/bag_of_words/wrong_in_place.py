# wrong: tf_idf divides in place after np.asarray(counts, dtype=float), which overwrites the caller's counts if they are floats.
import numpy as np


def _positions(documents, vocabulary):
    for n, document in enumerate(documents):
        words = document.split()
        yield n, [vocabulary.index(w) if w in vocabulary else None for w in words]


def unigram_counts(documents, vocabulary):
    out = np.zeros((len(documents), len(vocabulary)))
    for n, numbers in _positions(documents, vocabulary):
        for v in numbers:
            if v is not None:
                out[n][v] += 1
    return out


def bigram_counts(documents, vocabulary):
    out = np.zeros((len(documents), len(vocabulary), len(vocabulary)))
    for n, numbers in _positions(documents, vocabulary):
        for t in range(len(numbers) - 1):
            i, j = numbers[t : t + 2]
            if i is not None and j is not None:
                out[n][i][j] += 1
    return out


def idf(counts):
    N = len(counts)
    df = np.sum(np.asarray(counts) > 0, axis=0)
    return np.array([np.log(N) - np.log(d) if d else 0.0 for d in df])


def tf_idf(counts, rarity):
    counts = np.asarray(counts, dtype=float)
    totals = counts.sum(axis=1, keepdims=True)
    totals[totals == 0] = 1
    counts /= totals
    counts *= np.asarray(rarity)
    return counts
