"""N is the number of words in the vocabulary instead of the number of texts.

A word that is in every text would then not get ln(1) = 0. N is the number of rows: len(counts), or counts.shape[0].
"""

import numpy as np


def idf(counts):
    df = (counts > 0).sum(axis=0)
    return np.where(df > 0, np.log(counts.shape[1] / np.maximum(df, 1)), 0.0)
