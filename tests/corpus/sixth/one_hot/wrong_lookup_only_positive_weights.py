# wrong: lookup skips the weights below 0; it shows on rows with negative weights.
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
        numbers = list(row)
        answer.append(vocabulary[numbers.index(max(numbers))])
    return answer


def lookup(rows, matrix):
    result = np.zeros((len(rows), matrix.shape[1]))
    for n, row in enumerate(rows):
        for v, weight in enumerate(row):
            if weight > 0:
                result[n] += weight * matrix[v]
    return result


def similarity(a, b):
    return np.array([[sum(p * q for p, q in zip(x, y)) for y in b] for x in a]).reshape(len(a), len(b))
