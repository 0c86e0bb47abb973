"""The likeliest word gets probability 1, the others 0.

That is a choice, and choosing comes later. Return the whole row.
"""

import numpy as np
from solution import next_word as right


def next_word(matrix, text, vocabulary):
    row = right(matrix, text, vocabulary)
    return np.eye(len(row))[np.argmax(row)]
