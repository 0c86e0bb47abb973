# wrong: the second order is computed as P[h, i] * P[i, j] scaled to rows of sum 1, which knows no threes: "battery ran" leads to please, too.
import numpy as np


def transition_matrix(sentences, vocabulary):
    V = len(vocabulary)
    steps = []
    for sentence in sentences:
        ids = [vocabulary.index(w) for w in sentence.split()]
        steps.extend(zip(ids[:-1], ids[1:]))
    P = np.zeros((V, V))
    for i, j in steps:
        P[i, j] += 1
    total = P.sum(axis=1, keepdims=True)
    return P / np.where(total == 0, 1, total)


def second_order_matrix(sentences, vocabulary):
    P = transition_matrix(sentences, vocabulary)
    both = np.einsum("hi,ij->hij", P, P)
    total = both.sum(axis=2, keepdims=True)
    return both / np.where(total == 0, 1, total)


def next_word(matrix, text, vocabulary):
    ids = [vocabulary.index(w) for w in text.split()]
    return matrix[ids[-1]] if matrix.ndim == 2 else matrix[ids[-2], ids[-1]]
