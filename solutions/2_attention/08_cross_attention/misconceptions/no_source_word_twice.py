"""alignment gives a source word to one target word only: later target words must take what is left.

Two target words may look at the same source word, as "pasand" and "hai" do. Take the argmax of each row separately.
"""

import numpy as np


def alignment(weights):
    found = np.zeros(weights.shape[:2], int)
    for sentence, rows in zip(found, weights, strict=True):
        free = np.ones(rows.shape[1], bool)
        for position, row in enumerate(rows):
            sentence[position] = np.argmax(np.where(free, row, -1.0) if free.any() else row)
            free[sentence[position]] = False
    return found
