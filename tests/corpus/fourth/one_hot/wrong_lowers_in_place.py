# wrong: vocabulary puts the lower-case sentences back into the caller's list
import numpy as np


def vocabulary(sentences):
    words = []
    for k in range(len(sentences)):
        sentences[k] = sentences[k].lower()
        for word in sentences[k].split():
            if words.count(word) == 0:
                words.append(word)
    return words


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
