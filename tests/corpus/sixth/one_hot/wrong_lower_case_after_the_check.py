# wrong: vocabulary looks for the word before it is in lower case, so a capitalised word is entered twice; it shows on 'show Show'.
import numpy as np


def vocabulary(sentences):
    words = []
    for sentence in sentences:
        for word in sentence.split():
            if word not in words:
                words.append(word.lower())
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
    return np.einsum("nv,vd->nd", rows, matrix)


def similarity(a, b):
    return np.array([[sum(p * q for p, q in zip(x, y)) for y in b] for x in a]).reshape(len(a), len(b))
