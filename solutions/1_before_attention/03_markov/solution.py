"""Markov chains: the probability of the next word, given the last word or the last two."""

from itertools import pairwise

import numpy as np


def transition_matrix(sentences: list[str], vocabulary: list[str]) -> np.ndarray:
    """P(next | current), counted.  Returns (current, next)."""
    number = {word: v for v, word in enumerate(vocabulary)}
    counts = np.zeros((len(vocabulary), len(vocabulary)))
    for sentence in sentences:  # one at a time: no step leads from one sentence to the next
        for current, following in pairwise(sentence.split()):
            counts[number[current], number[following]] += 1

    total = counts.sum(axis=-1, keepdims=True)  # (current, 1) steps seen from each word
    return counts / np.maximum(total, 1)  # where nothing follows, 0 / 1 = 0


def second_order_matrix(sentences: list[str], vocabulary: list[str]) -> np.ndarray:
    """P(next | previous, current), counted.  Returns (previous, current, next)."""
    number = {word: v for v, word in enumerate(vocabulary)}
    counts = np.zeros((len(vocabulary), len(vocabulary), len(vocabulary)))
    for sentence in sentences:
        words = sentence.split()
        for previous, current, following in zip(words, words[1:], words[2:], strict=False):  # three in a row
            counts[number[previous], number[current], number[following]] += 1

    total = counts.sum(axis=-1, keepdims=True)  # (previous, current, 1) steps seen from each pair
    return counts / np.maximum(total, 1)


def next_word(matrix: np.ndarray, text: str, vocabulary: list[str]) -> np.ndarray:
    """The row of the newest word, or of the two newest.  Returns (V,)."""
    order = matrix.ndim - 1
    for word in text.split()[-order:]:  # oldest first
        one_hot = np.array(vocabulary) == word  # (V,)
        matrix = np.tensordot(one_hot, matrix, axes=1)  # pulls out one row: the first axis is gone
    return matrix
