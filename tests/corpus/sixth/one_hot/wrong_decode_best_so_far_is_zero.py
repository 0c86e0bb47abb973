# wrong: decode starts with 0 as the best number so far; it shows on rows with only negative scores.
import numpy as np


def vocabulary(sentences):
    words = []
    for sentence in sentences:
        for word in sentence.split():
            word = word.lower()
            if word not in words:
                words.append(word)
    return words


def one_hot(words, vocabulary):
    X = np.array([[1.0 if word == column else 0.0 for column in vocabulary] for word in words])
    return X.reshape(len(words), len(vocabulary))


def decode(rows, vocabulary):
    answer = []
    for row in rows:
        best, word = 0, vocabulary[0]
        for number, candidate in zip(row, vocabulary):
            if number > best:
                best, word = number, candidate
        answer.append(word)
    return answer


def lookup(rows, matrix):
    return np.einsum("nv,vd->nd", rows, matrix)


def similarity(a, b):
    return np.array([[sum(p * q for p, q in zip(x, y)) for y in b] for x in a]).reshape(len(a), len(b))
