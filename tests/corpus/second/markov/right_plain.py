# right: plain loops over lists, rows divided one at a time
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
        words = sentence.split()
        for k in range(2, len(words)):
            h, i, j = [vocabulary.index(word) for word in words[k - 2:k + 1]]
            P[h, i, j] += 1
    for h in range(V):
        for i in range(V):
            if P[h, i].any():
                P[h, i] /= P[h, i].sum()
    return P


def next_word(matrix, text, vocabulary):
    words = text.split()
    if len(matrix.shape) == 2:
        return matrix[vocabulary.index(words[-1])].copy()
    return matrix[vocabulary.index(words[-2]), vocabulary.index(words[-1])].copy()
