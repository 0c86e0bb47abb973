"""The logarithm has base 10.

It ranks words in the same way, but the numbers are smaller. Here it is ln, which is np.log in numpy.
"""

import numpy as np


def idf(counts):
    df = (counts > 0).sum(axis=0)
    return np.where(df > 0, np.log10(len(counts) / np.maximum(df, 1)), 0.0)
