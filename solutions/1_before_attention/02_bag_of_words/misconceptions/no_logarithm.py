"""The logarithm is left out: idf is N / df.

Then a word that is in every text still weighs 1, though it should weigh nothing. Take the natural logarithm of N / df.
"""

import numpy as np


def idf(counts):
    df = (counts > 0).sum(axis=0)
    return np.where(df > 0, len(counts) / np.maximum(df, 1), 0.0)
