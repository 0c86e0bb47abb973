# wrong: second_order_matrix starts at the second word, whose word two places before is index -1: the sentence's last word.
import numpy as np


def transition_matrix(sentences, vocabulary):
    size = len(vocabulary)
    matrix = np.zeros((size, size))
    for sentence in sentences:
        words = sentence.split()
        for t in range(1, len(words)):
            matrix[vocabulary.index(words[t - 1])][vocabulary.index(words[t])] += 1
    for row in matrix:
        if row.sum() > 0:
            row /= row.sum()
    return matrix


def second_order_matrix(sentences, vocabulary):
    size = len(vocabulary)
    cube = np.zeros((size, size, size))
    for sentence in sentences:
        words = sentence.split()
        for t in range(1, len(words)):
            h = vocabulary.index(words[t - 2])
            i = vocabulary.index(words[t - 1])
            j = vocabulary.index(words[t])
            cube[h, i, j] += 1
    for plane in cube:
        for row in plane:
            if row.sum() > 0:
                row /= row.sum()
    return cube


def next_word(matrix, text, vocabulary):
    words = text.split()
    row = matrix[vocabulary.index(words[-1])] if matrix.ndim == 2 else None
    if row is None:
        row = matrix[vocabulary.index(words[-2])][vocabulary.index(words[-1])]
    return row
