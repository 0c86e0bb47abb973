"""Each row marks only the last word of its list.

A one-hot row has a single 1, but a mask can hold several words. Set a 1 for every word of the list.
"""

import numpy as np


def stack_keys(word_lists, vocabulary):
    keys = np.zeros((len(word_lists), len(vocabulary)))
    for row, words in enumerate(word_lists):
        if words:
            keys[row, vocabulary.index(words[-1])] = 1.0
    return keys
