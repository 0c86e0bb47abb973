# right: plain Python loops over lists, numpy only for the arrays that go out
import numpy as np


def vocabulary(sentences):
    found = []
    for sentence in sentences:
        for word in sentence.lower().split():
            if word not in found:
                found.append(word)
    return found


def one_hot(words, vocabulary):
    X = np.zeros((len(words), len(vocabulary)))
    for n in range(len(words)):
        for v in range(len(vocabulary)):
            if words[n] == vocabulary[v]:
                X[n, v] = 1.0
    return X


def decode(rows, vocabulary):
    answer = []
    for row in rows:
        best = 0
        for v in range(1, len(vocabulary)):
            if row[v] > row[best]:
                best = v
        answer.append(vocabulary[best])
    return answer


def lookup(rows, matrix):
    n, V = rows.shape
    d = matrix.shape[1]
    out = np.zeros((n, d))
    for i in range(n):
        for c in range(d):
            for v in range(V):
                out[i, c] += float(rows[i, v]) * float(matrix[v, c])
    return out


def similarity(a, b):
    out = np.zeros((len(a), len(b)))
    for i in range(len(a)):
        for j in range(len(b)):
            out[i, j] = sum(float(x) * float(y) for x, y in zip(a[i], b[j]))
    return out
