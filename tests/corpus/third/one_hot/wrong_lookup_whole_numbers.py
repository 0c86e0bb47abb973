# wrong: lookup collects its sums in an array of the type of rows, so whole-number rows cut the fractions of the matrix off.
import numpy as np


def vocabulary(sentences):
    result = []
    for text in sentences:
        for w in map(str.lower, text.split()):
            if result.count(w) == 0:
                result.append(w)
    return result


def one_hot(words, vocabulary):
    out = np.zeros((len(words), len(vocabulary)))
    for v, name in enumerate(vocabulary):
        hits = [n for n, w in enumerate(words) if w == name]
        out[hits, v] = 1.0
    return out


def decode(rows, vocabulary):
    return [max(zip(vocabulary, row), key=lambda p: p[1])[0] for row in rows]


def lookup(rows, matrix):
    result = np.zeros((rows.shape[0], matrix.shape[1]), dtype=rows.dtype)
    for n in range(rows.shape[0]):
        result[n] = sum(rows[n, v] * matrix[v] for v in range(matrix.shape[0]))
    return result


def similarity(a, b):
    return (a[:, np.newaxis] * b[np.newaxis]).sum(-1)
