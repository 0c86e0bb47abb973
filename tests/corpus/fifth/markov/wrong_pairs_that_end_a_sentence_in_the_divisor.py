# wrong: the second order divides by how often the pair is said, not by its steps: 'ran down' once last and once followed has a row that adds to .5.
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
    V = len(vocabulary)
    pairs = np.zeros((V, V))
    threes = np.zeros((V, V, V))
    for sentence in sentences:
        ids = [place[word] for word in sentence.split()]
        for h, i in zip(ids, ids[1:]):
            pairs[h, i] += 1
        for h, i, j in zip(ids, ids[1:], ids[2:]):
            threes[h, i, j] += 1
    return threes / np.maximum(pairs, 1)[:, :, None]


def next_word(matrix, text, vocabulary):
    words = text.split()
    if matrix.ndim == 2:
        return matrix[vocabulary.index(words[-1])].copy()
    return matrix[vocabulary.index(words[-2]), vocabulary.index(words[-1])].copy()
