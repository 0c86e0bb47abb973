# right: counts in dictionaries, shares written entry by entry.
from collections import Counter

import numpy as np


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
    if matrix.ndim == 2:
        return matrix[vocabulary.index(words[-1])].copy()
    return matrix[vocabulary.index(words[-2]), vocabulary.index(words[-1])].copy()
