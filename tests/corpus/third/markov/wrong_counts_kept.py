# wrong: the tables of counts live in the module and are never emptied, so a second call still counts the sentences of the first.
from collections import defaultdict

import numpy as np

AFTER_WORD = defaultdict(lambda: defaultdict(int))
AFTER_PAIR = defaultdict(lambda: defaultdict(int))


def transition_matrix(sentences, vocabulary):
    for sentence in sentences:
        words = sentence.split()
        for k in range(1, len(words)):
            AFTER_WORD[words[k - 1]][words[k]] += 1
    P = np.zeros((len(vocabulary), len(vocabulary)))
    for i, current in enumerate(vocabulary):
        total = sum(AFTER_WORD[current].values())
        for j, following in enumerate(vocabulary):
            if total > 0:
                P[i, j] = AFTER_WORD[current][following] / total
    return P


def second_order_matrix(sentences, vocabulary):
    for sentence in sentences:
        words = sentence.split()
        for k in range(2, len(words)):
            AFTER_PAIR[words[k - 2], words[k - 1]][words[k]] += 1
    P = np.zeros((len(vocabulary), len(vocabulary), len(vocabulary)))
    for h, previous in enumerate(vocabulary):
        for i, current in enumerate(vocabulary):
            seen = AFTER_PAIR[previous, current]
            total = sum(seen.values())
            for following, times in seen.items():
                P[h, i, vocabulary.index(following)] = times / total
    return P


def next_word(matrix, text, vocabulary):
    *older, newest = text.split()
    if matrix.ndim == 3:
        matrix = matrix[vocabulary.index(older[-1])]
    return matrix[vocabulary.index(newest)]
