"""1 is added to the logarithm: ln(N / df) + 1.

Some libraries do so, so that a word that is in every text keeps some weight. Here it has none: ln(N / df).
"""

import numpy as np


def idf(counts):
    df = (counts > 0).sum(axis=0)
    return np.where(df > 0, np.log(len(counts) / np.maximum(df, 1)) + 1, 0.0)
