"""The words share one row, which has a 1 for every word of the text.

That is a bag of words: it forgets the order. Give each word a row of its own.
"""

import numpy as np


def one_hot(words, vocabulary):
    return np.array([float(entry in words) for entry in vocabulary])
