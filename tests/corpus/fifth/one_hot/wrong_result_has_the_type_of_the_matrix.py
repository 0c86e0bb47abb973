# wrong: lookup and similarity fill a result of the second argument's type: fractions are cut off if it holds integers and the first one fractions.
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
        best = 0
        for v in range(1, len(row)):
            if row[v] > row[best]:
                best = v
        answer.append(vocabulary[best])
    return answer


def lookup(rows, matrix):
    out = np.zeros((rows.shape[0], matrix.shape[1]), dtype=matrix.dtype)
    for n in range(rows.shape[0]):
        for c in range(matrix.shape[1]):
            out[n, c] = sum(rows[n, v] * matrix[v, c] for v in range(rows.shape[1]))
    return out


def similarity(a, b):
    out = np.empty((len(a), len(b)), dtype=b.dtype)
    for i, row in enumerate(a):
        for j, other in enumerate(b):
            out[i, j] = np.dot(row, other)
    return out
