"""The lists become columns instead of rows.

Row w must belong to list w, so that a one-hot query from the left can pick it: (row, word).
"""

import numpy as np


def stack_keys(word_lists, vocabulary):
    return np.array([[float(word in words) for words in word_lists] for word in vocabulary])
