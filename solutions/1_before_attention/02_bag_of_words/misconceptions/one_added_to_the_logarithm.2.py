import numpy as np


def idf(counts):
    df = (counts > 0).sum(axis=0)
    return np.log(len(counts) / np.maximum(df, 1)) + 1
