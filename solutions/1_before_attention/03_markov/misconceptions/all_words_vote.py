"""All words of the text have a say: their rows are averaged.

A Markov chain of first order forgets everything but the newest word, one of second order all but the newest two.
"""

import numpy as np


def next_word(matrix, text, vocabulary):
    numbers = [vocabulary.index(word) for word in text.split()]
    order = matrix.ndim - 1
    rows = [matrix[tuple(numbers[i : i + order])] for i in range(len(numbers) - order + 1)]
    return np.mean(rows, axis=0)
