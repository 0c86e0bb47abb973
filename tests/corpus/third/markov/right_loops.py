# right: loops over words and dictionaries of counts, divided entry by entry.
import numpy as np


def transition_matrix(sentences, vocabulary):
    steps = {}
    for sentence in sentences:
        words = sentence.split()
        for k in range(len(words) - 1):
            row = steps.setdefault(words[k], {})
            row[words[k + 1]] = row.get(words[k + 1], 0) + 1
    V = len(vocabulary)
    P = np.zeros((V, V))
    for i in range(V):
        row = steps.get(vocabulary[i], {})
        for j in range(V):
            if vocabulary[j] in row:
                P[i, j] = row[vocabulary[j]] / sum(row.values())
    return P


def second_order_matrix(sentences, vocabulary):
    steps = {}
    for sentence in sentences:
        words = sentence.split()
        for k in range(len(words) - 2):
            row = steps.setdefault((words[k], words[k + 1]), {})
            row[words[k + 2]] = row.get(words[k + 2], 0) + 1
    V = len(vocabulary)
    P = np.zeros((V, V, V))
    for (a, b), row in steps.items():
        h, i = vocabulary.index(a), vocabulary.index(b)
        for c, times in row.items():
            P[h, i, vocabulary.index(c)] = times / sum(row.values())
    return P


def next_word(matrix, text, vocabulary):
    words = text.split()
    if matrix.ndim == 2:
        return matrix[vocabulary.index(words[-1])]
    return matrix[vocabulary.index(words[-2]), vocabulary.index(words[-1])]
