# wrong: transition_matrix writes the split sentences back into the caller's list; the result is right, the list is changed
import numpy as np


def transition_matrix(sentences, vocabulary):
    V = len(vocabulary)
    for n in range(len(sentences)):
        sentences[n] = sentences[n].split()
    P = np.zeros((V, V))
    for words in sentences:
        for current, following in zip(words, words[1:]):
            P[vocabulary.index(current), vocabulary.index(following)] += 1
    rows = P.sum(axis=1)
    rows[rows == 0] = 1
    return P / rows.reshape(-1, 1)


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
