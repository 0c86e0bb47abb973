# wrong: vocabulary splits at single spaces only and lowers only first letters; decode takes the largest absolute value (negative scores)
import numpy as np


def vocabulary(sentences):
    vocab = []
    for sentence in sentences:
        for word in sentence.strip().split(" "):
            word = word[0:1].lower() + word[1:]
            if word not in vocab:
                vocab.append(word)
    return vocab


def one_hot(words, vocabulary):
    X = np.zeros((len(words), len(vocabulary)))
    for n in range(len(words)):
        for v in range(len(vocabulary)):
            if words[n] == vocabulary[v]:
                X[n, v] = 1.0
    return X


def decode(rows, vocabulary):
    words = []
    for row in rows:
        i = np.argmax(np.abs(row))
        words.append(vocabulary[i])
    return words


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
