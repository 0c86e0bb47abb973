# wrong: one_hot finds the row with words.index(word), so a word that repeats in the text leaves its second row empty.
import numpy as np


def vocabulary(sentences):
    seen = {}
    for sentence in sentences:
        for word in sentence.split():
            seen[word.lower()] = True
    return list(seen.keys())


def one_hot(words, vocabulary):
    X = np.zeros([len(words), len(vocabulary)])
    for word in words:
        if word in vocabulary:
            row = words.index(word)
            col = vocabulary.index(word)
            X[row][col] = 1.0
    return X


def decode(rows, vocabulary):
    result = []
    for row in rows:
        row = list(row)
        result.append(vocabulary[row.index(max(row))])
    return result


def lookup(rows, matrix):
    return np.dot(rows, matrix)


def similarity(a, b):
    S = np.zeros((len(a), len(b)))
    for i in range(len(a)):
        for j in range(len(b)):
            S[i, j] = np.dot(a[i], b[j])
    return S
