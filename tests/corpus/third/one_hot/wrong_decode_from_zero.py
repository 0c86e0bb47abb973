# wrong: decode starts its search with a best score of 0, so a row of negative scores only is always the first word.
import numpy as np


def vocabulary(sentences):
    out = []
    known = set()
    for s in sentences:
        for w in s.lower().split():
            if w in known:
                continue
            known.add(w)
            out.append(w)
    return out


def one_hot(words, vocabulary):
    ids = {w: i for i, w in enumerate(vocabulary)}
    X = np.zeros((len(words), len(vocabulary)), dtype=int)
    for n, w in enumerate(words):
        try:
            X[n, ids[w]] = 1
        except KeyError:
            pass
    return X


def decode(rows, vocabulary):
    names = []
    for row in rows:
        best, best_score = 0, 0
        for v, score in enumerate(row):
            if score > best_score:
                best, best_score = v, score
        names.append(vocabulary[best])
    return names


def lookup(rows, matrix):
    n, d = len(rows), matrix.shape[1]
    out = np.zeros((n, d))
    for i in range(n):
        for v in range(len(matrix)):
            out[i] += rows[i, v] * matrix[v]
    return out


def similarity(a, b):
    return np.array([[sum(x * y for x, y in zip(p, q)) for q in b] for p in a])
