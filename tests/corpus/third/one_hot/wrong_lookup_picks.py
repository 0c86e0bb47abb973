# wrong: lookup picks the row of the largest weight, so rows with several weights are not mixed, and a row of zeros gives row 0.
import numpy as np


def vocabulary(sentences):
    vocab = []
    for sentence in sentences:
        vocab += [w for w in dict.fromkeys(sentence.lower().split()) if w not in vocab]
    return vocab


def one_hot(words, vocabulary):
    eye = np.identity(len(vocabulary))
    blank = np.zeros(len(vocabulary))
    rows = [eye[vocabulary.index(w)] if w in vocabulary else blank for w in words]
    return np.stack(rows)


def decode(rows, vocabulary):
    return np.array(vocabulary)[rows.argmax(1)].tolist()


def lookup(rows, matrix):
    return matrix[rows.argmax(1)]


def similarity(a, b):
    return np.tensordot(a, b, axes=(1, 1))
