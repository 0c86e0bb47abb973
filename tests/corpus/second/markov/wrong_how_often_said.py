# wrong: transition_matrix divides by how often the word is said, not by its steps; shows for a word that ends some sentences
import numpy as np


def transition_matrix(sentences, vocabulary):
    V = len(vocabulary)
    P = np.zeros((V, V))
    said = np.zeros(V)
    for sentence in sentences:
        ids = [vocabulary.index(word) for word in sentence.split()]
        for i in ids:
            said[i] += 1
        for i, j in zip(ids, ids[1:]):
            P[i, j] += 1
    said[said == 0] = 1
    return P / said[:, None]


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
