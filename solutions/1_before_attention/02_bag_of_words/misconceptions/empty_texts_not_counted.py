"""N leaves out the texts without a counted word.

They are still texts of the collection. N is the number of rows: len(counts).
"""

import numpy as np


def idf(counts):
    df = (counts > 0).sum(axis=0)
    texts = (counts.sum(axis=1) > 0).sum()
    return np.where(df > 0, np.log(texts / np.maximum(df, 1)), 0.0)
