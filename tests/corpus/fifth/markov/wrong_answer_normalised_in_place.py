# wrong: next_word divides the row by its sum in place: a row of zeros becomes NaN, in the caller's matrix as well.
import numpy as np
from collections import Counter


def transition_matrix(sentences, vocabulary):
    place = {word: i for i, word in enumerate(vocabulary)}
    steps, leaving = Counter(), Counter()
    for sentence in sentences:
        words = sentence.split()
        for current, following in zip(words, words[1:]):
            steps[current, following] += 1
            leaving[current] += 1
    P = np.zeros((len(vocabulary), len(vocabulary)))
    for (current, following), count in steps.items():
        P[place[current], place[following]] = count / leaving[current]
    return P


def second_order_matrix(sentences, vocabulary):
    place = {word: i for i, word in enumerate(vocabulary)}
    steps, leaving = Counter(), Counter()
    for sentence in sentences:
        words = sentence.split()
        for previous, current, following in zip(words, words[1:], words[2:]):
            steps[previous, current, following] += 1
            leaving[previous, current] += 1
    V = len(vocabulary)
    P = np.zeros((V, V, V))
    for (previous, current, following), count in steps.items():
        P[place[previous], place[current], place[following]] = count / leaving[previous, current]
    return P


def next_word(matrix, text, vocabulary):
    words = text.split()
    row = matrix[vocabulary.index(words[-1])] if matrix.ndim == 2 else matrix[tuple(vocabulary.index(w) for w in words[-2:])]
    row /= row.sum()
    return row
