"""All words of the text vote: their rows are averaged.

A first-order Markov chain uses only the most recent word, a second-order one the two most recent words.
"""

import numpy as np


def next_word(matrix, text, vocabulary):
    numbers = [vocabulary.index(word) for word in text.split()]
    order = matrix.ndim - 1
    rows = [matrix[tuple(numbers[i : i + order])] for i in range(len(numbers) - order + 1)]
    return np.mean(rows, axis=0)
