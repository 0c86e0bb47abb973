"""A row in which several columns share the largest number gives several words.

Every row gives one word: argmax takes the first of equal numbers.
"""

import numpy as np


def decode(rows, vocabulary):
    rows = np.asarray(rows)
    return [vocabulary[column] for column in np.where(rows == rows.max(axis=1, keepdims=True))[1]]
