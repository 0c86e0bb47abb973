"""The fraction is upside down: ln(df / N) is negative for every rare word.

It is the *inverse* document frequency. Put N on top.
"""

import numpy as np


def idf(counts):
    df = (counts > 0).sum(axis=0)
    return np.where(df > 0, np.log(np.maximum(df, 1) / len(counts)), 0.0)
