# wrong: unknown words have no row at all, similarity reshapes b instead of transposing it, and vocabulary lowers the caller's list in place.
import numpy as np


def vocabulary(sentences):
    result = []
    for n in range(len(sentences)):
        sentences[n] = sentences[n].lower()
        for word in sentences[n].split():
            if word not in result:
                result.append(word)
    return result


def one_hot(words, vocabulary):
    ids = [vocabulary.index(word) for word in words if word in vocabulary]
    return np.eye(len(vocabulary))[ids]


def decode(rows, vocabulary):
    return [vocabulary[j] for j in np.argsort(rows, axis=1)[:, -1]]


def lookup(rows, matrix):
    return np.einsum("nv,vd->nd", rows, matrix)


def similarity(a, b):
    n, d = b.shape
    return a @ b.reshape(d, n)
