# wrong: a row is divided by how often its word occurs, sentence ends included: shows if a word is sometimes last and sometimes not.
import numpy as np
from collections import Counter


def transition_matrix(sentences, vocabulary):
    place = {word: i for i, word in enumerate(vocabulary)}
    P = np.zeros((len(vocabulary), len(vocabulary)))
    said = np.zeros(len(vocabulary))
    for sentence in sentences:
        words = sentence.split()
        for word in words:
            said[place[word]] += 1
        for current, following in zip(words, words[1:]):
            P[place[current], place[following]] += 1
    said[said == 0] = 1
    return P / said[:, None]


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
