# wrong: second_order_matrix misses each sentence's last triple and divides by all counts; next_word guesses evenly for zero rows
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
        words = sentence.split()
        for t in range(len(words) - 3):
            h = vocabulary.index(words[t])
            i = vocabulary.index(words[t + 1])
            j = vocabulary.index(words[t + 2])
            P[h, i, j] += 1
    for h in range(V):
        total = P[h].sum()
        if total > 0:
            P[h] = P[h] / total
    return P


def next_word(matrix, text, vocabulary):
    words = text.split()
    if matrix.ndim == 2:
        row = matrix[vocabulary.index(words[-1])]
    else:
        row = matrix[vocabulary.index(words[-2]), vocabulary.index(words[-1])]
    if row.sum() == 0:
        return np.ones(len(vocabulary)) / len(vocabulary)
    return row
