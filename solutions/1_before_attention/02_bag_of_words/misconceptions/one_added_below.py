"""1 is added to df to avoid a division by 0, and that changes every word.

A word that is in every text then gets less than 0. Keep ln(N / df), and set the words that are in no text to 0
separately.
"""

import numpy as np


def idf(counts):
    df = (counts > 0).sum(axis=0)
    return np.log(len(counts) / (1 + df))
