"""A word that is in no text gets ln(N), the idf of a word of one text.

Dividing by at least 1 avoids the infinite value, but treats df as 1 where it is 0. Set the idf to 0 where df is 0.
"""

import numpy as np


def idf(counts):
    df = (counts > 0).sum(axis=0)
    return np.log(len(counts) / np.maximum(df, 1))
