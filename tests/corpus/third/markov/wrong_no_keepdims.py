# wrong: the sums of the rows are divided through without keepdims, so every column and not every row is divided by its word's number of steps.
import numpy as np


def numbers(sentence, vocabulary):
    return [vocabulary.index(word) for word in sentence.split()]


def transition_matrix(sentences, vocabulary):
    V = len(vocabulary)
    counts = np.zeros((V, V))
    for sentence in sentences:
        n = numbers(sentence, vocabulary)
        for t in range(len(n) - 1):
            counts[n[t], n[t + 1]] += 1
    steps = counts.sum(axis=1)
    steps[steps == 0] = 1
    return counts / steps


def second_order_matrix(sentences, vocabulary):
    V = len(vocabulary)
    counts = np.zeros((V, V, V))
    for sentence in sentences:
        n = numbers(sentence, vocabulary)
        for t in range(len(n) - 2):
            counts[n[t], n[t + 1], n[t + 2]] += 1
    steps = counts.sum(axis=2)
    steps[steps == 0] = 1
    return counts / steps


def next_word(matrix, text, vocabulary):
    n = numbers(text, vocabulary)
    order = matrix.ndim - 1
    return matrix[tuple(n[-order:])]
