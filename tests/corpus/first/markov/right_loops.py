# right: loops over sentences and cells, one list index per word
import numpy as np


def transition_matrix(sentences, vocabulary):
    V = len(vocabulary)
    P = np.zeros((V, V))
    for sentence in sentences:
        words = sentence.split()
        for t in range(len(words) - 1):
            P[vocabulary.index(words[t]), vocabulary.index(words[t + 1])] += 1
    for i in range(V):
        total = P[i].sum()
        if total > 0:
            P[i] = P[i] / total
    return P


def second_order_matrix(sentences, vocabulary):
    V = len(vocabulary)
    P = np.zeros((V, V, V))
    for sentence in sentences:
        ids = [vocabulary.index(word) for word in sentence.split()]
        for t in range(2, len(ids)):
            P[ids[t - 2], ids[t - 1], ids[t]] += 1
    for h in range(V):
        for i in range(V):
            total = P[h, i].sum()
            if total > 0:
                P[h, i] = P[h, i] / total
    return P


def next_word(matrix, text, vocabulary):
    words = text.split()
    if matrix.ndim == 2:
        return matrix[vocabulary.index(words[-1])]
    return matrix[vocabulary.index(words[-2]), vocabulary.index(words[-1])]
