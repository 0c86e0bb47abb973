# wrong: the result of lookup is collected in an array of the type of the rows, which cuts the fractions of the matrix off when the one-hot rows are integers
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
    out = np.zeros((len(words), len(vocabulary)), dtype=np.int64)
    for n in range(len(words)):
        for v in range(len(vocabulary)):
            out[n, v] = 1 if words[n] == vocabulary[v] else 0
    return out


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
    picked = np.zeros((rows.shape[0], matrix.shape[1]), dtype=rows.dtype)
    for n in range(rows.shape[0]):
        for v in range(rows.shape[1]):
            picked[n] = picked[n] + rows[n, v] * matrix[v]
    return picked


def similarity(a, b):
    def dot(x, y):
        return sum(float(p) * float(q) for p, q in zip(x, y))

    return np.array([[dot(x, y) for y in b] for x in a], dtype=float).reshape(len(a), len(b))
