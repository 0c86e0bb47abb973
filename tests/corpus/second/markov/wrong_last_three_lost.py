# wrong: second_order_matrix stops one step too early and never counts the last three words of a sentence
import numpy as np


def transition_matrix(sentences, vocabulary):
    V = len(vocabulary)
    P = np.zeros((V, V))
    for sentence in sentences:
        words = sentence.split()
        for k in range(len(words) - 1):
            P[vocabulary.index(words[k]), vocabulary.index(words[k + 1])] += 1
    for i in range(V):
        steps = P[i].sum()
        if steps > 0:
            P[i] = P[i] / steps
    return P


def second_order_matrix(sentences, vocabulary):
    V = len(vocabulary)
    P = np.zeros((V, V, V))
    for sentence in sentences:
        ids = [vocabulary.index(word) for word in sentence.split()]
        for k in range(1, len(ids) - 2):
            P[ids[k - 1], ids[k], ids[k + 1]] += 1
    total = P.sum(axis=2)
    for h in range(V):
        for i in range(V):
            if total[h, i] > 0:
                P[h, i] /= total[h, i]
    return P


def next_word(matrix, text, vocabulary):
    words = text.split()
    if len(matrix.shape) == 2:
        return matrix[vocabulary.index(words[-1])].copy()
    return matrix[vocabulary.index(words[-2]), vocabulary.index(words[-1])].copy()
