"""The weights on later words are averaged, not added up.

np.mean divides by the number of words. Add them up with np.sum.
"""

import numpy as np


def weight_on_later_words(weights):
    return np.mean(np.triu(weights, k=1), axis=1)
