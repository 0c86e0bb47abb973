# wrong: next_word indexes the second-order matrix with (newest, previous); shows for second order unless both words are equal
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
    row = matrix
    for k in range(1, matrix.ndim):
        row = row[vocabulary.index(words[-k])]
    return row
