# wrong: asks whether the word is contained in the vocabulary's word, so "at" gets a 1 at "cat"
import numpy as np


def vocabulary(sentences):
    found = []
    for sentence in sentences:
        for word in sentence.split():
            small = word.lower()
            if small not in found:
                found.append(small)
    return found


def one_hot(words, vocabulary):
    return np.array([[1 if word in entry else 0 for entry in vocabulary] for word in words])


def decode(rows, vocabulary):
    names = []
    for row in rows:
        best = 0
        for v in range(1, len(row)):
            if row[v] > row[best]:
                best = v
        names.append(vocabulary[best])
    return names


def lookup(rows, matrix):
    n, size, d = len(rows), len(matrix), np.shape(matrix)[1]
    out = np.zeros((n, d), dtype=float)
    for i in range(n):
        for c in range(d):
            total = 0.0
            for v in range(size):
                total += float(rows[i, v]) * float(matrix[v, c])
            out[i, c] = total
    return out


def similarity(a, b):
    def dot(x, y):
        return sum(float(p) * float(q) for p, q in zip(x, y))

    return np.array([[dot(x, y) for y in b] for x in a], dtype=float).reshape(len(a), len(b))
