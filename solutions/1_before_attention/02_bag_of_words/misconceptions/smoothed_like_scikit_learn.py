"""This is the smoothed idf of scikit-learn, ln((1 + N) / (1 + df)) + 1.

It is a good formula, but another one: a word that is in every text weighs 1 in it. Here it is ln(N / df).
"""

import numpy as np


def idf(counts):
    df = (counts > 0).sum(axis=0)
    return np.log((1 + len(counts)) / (1 + df)) + 1
