"""Decoding takes one largest entry of the whole matrix, as if it were a single row.

argmax without an axis counts through the flattened matrix. Give it the last axis, to get an index for each row.
"""

import numpy as np


def decode(rows, vocabulary):
    return [vocabulary[np.argmax(rows) % len(vocabulary)]]
