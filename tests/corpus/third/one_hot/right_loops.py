# right: plain Python loops over lists; only the results are turned into arrays.
import numpy as np


def vocabulary(sentences):
    words = []
    for sentence in sentences:
        for word in sentence.lower().split():
            if word not in words:
                words.append(word)
    return words


def one_hot(words, vocabulary):
    table = np.zeros((len(words), len(vocabulary)), dtype=np.int64)
    for n in range(len(words)):
        for v in range(len(vocabulary)):
            if words[n] == vocabulary[v]:
                table[n, v] = 1
    return table


def decode(rows, vocabulary):
    names = []
    for row in rows:
        best = 0
        for v in range(1, len(vocabulary)):
            if row[v] > row[best]:
                best = v
        names.append(vocabulary[best])
    return names


def lookup(rows, matrix):
    out = np.zeros((len(rows), matrix.shape[1]))
    for n in range(len(rows)):
        for c in range(matrix.shape[1]):
            total = 0.0
            for v in range(matrix.shape[0]):
                total += float(rows[n][v]) * float(matrix[v][c])
            out[n, c] = total
    return out


def similarity(a, b):
    out = np.zeros((len(a), len(b)))
    for i in range(len(a)):
        for j in range(len(b)):
            out[i, j] = sum(float(x) * float(y) for x, y in zip(a[i], b[j]))
    return out
