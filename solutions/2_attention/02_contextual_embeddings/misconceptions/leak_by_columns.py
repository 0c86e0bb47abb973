"""The later weights are added up down the columns, not along the rows.

A column is what a word gives to the others. What word i takes from later words is in row i: sum with axis=1.
"""

import numpy as np


def weight_on_later_words(weights):
    return np.sum(np.triu(weights, k=1), axis=0)
