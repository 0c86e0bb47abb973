# wrong: rows and columns are in alphabetical order: shows if the vocabulary given is not.
import numpy as np
from collections import Counter


def _places(vocabulary):
    return {word: i for i, word in enumerate(sorted(vocabulary))}


def transition_matrix(sentences, vocabulary):
    place = _places(vocabulary)
    counts = np.zeros((len(place), len(place)))
    for sentence in sentences:
        words = sentence.split()
        for k in range(1, len(words)):
            counts[place[words[k - 1]], place[words[k]]] += 1
    return counts / np.maximum(counts.sum(axis=1), 1)[:, None]


def second_order_matrix(sentences, vocabulary):
    place = _places(vocabulary)
    counts = np.zeros((len(place), len(place), len(place)))
    for sentence in sentences:
        words = sentence.split()
        for k in range(2, len(words)):
            counts[place[words[k - 2]], place[words[k - 1]], place[words[k]]] += 1
    return counts / np.maximum(counts.sum(axis=2), 1)[:, :, None]


def next_word(matrix, text, vocabulary):
    place = _places(vocabulary)
    ids = [place[word] for word in text.split()]
    return (matrix[ids[-1]] if matrix.ndim == 2 else matrix[ids[-2], ids[-1]]).copy()
