# right: plain Python loops, lists turned into arrays at the end
import numpy as np


def vocabulary(sentences):
    words = []
    for sentence in sentences:
        for word in sentence.lower().split():
            if word not in words:
                words.append(word)
    return words


def one_hot(words, vocabulary):
    X = np.zeros((len(words), len(vocabulary)))
    for n in range(len(words)):
        for v in range(len(vocabulary)):
            if words[n] == vocabulary[v]:
                X[n, v] = 1
    return X


def decode(rows, vocabulary):
    answer = []
    for row in rows:
        best = 0
        for v in range(1, len(row)):
            if row[v] > row[best]:
                best = v
        answer.append(vocabulary[best])
    return answer


def lookup(rows, matrix):
    out = np.zeros((len(rows), matrix.shape[1]))
    for n in range(len(rows)):
        for v in range(len(matrix)):
            out[n] = out[n] + rows[n][v] * matrix[v]
    return out


def similarity(a, b):
    out = np.zeros((len(a), len(b)))
    for i in range(len(a)):
        for j in range(len(b)):
            out[i, j] = sum(a[i, k] * b[j, k] for k in range(a.shape[1]))
    return out
