# wrong: decode starts with 0 as the best score: a row of negative scores is always decoded as word 0.
import numpy as np


def vocabulary(sentences):
    result = []
    for sentence in sentences:
        for word in sentence.split():
            word = word.lower()
            if word not in result:
                result.append(word)
    return result


def one_hot(words, vocabulary):
    X = np.zeros((len(words), len(vocabulary)))
    for n, word in enumerate(words):
        for v, entry in enumerate(vocabulary):
            if word == entry:
                X[n, v] = 1
    return X


def decode(rows, vocabulary):
    answer = []
    for row in rows:
        best, score = 0, 0
        for v, number in enumerate(row):
            if number > score:
                best, score = v, number
        answer.append(vocabulary[best])
    return answer


def lookup(rows, matrix):
    out = np.zeros((rows.shape[0], matrix.shape[1]))
    for n in range(rows.shape[0]):
        for v in range(rows.shape[1]):
            out[n] += float(rows[n, v]) * matrix[v]
    return out


def similarity(a, b):
    out = np.zeros((len(a), len(b)))
    for i in range(len(a)):
        for j in range(len(b)):
            for k in range(a.shape[1]):
                out[i, j] += float(a[i, k]) * float(b[j, k])
    return out
