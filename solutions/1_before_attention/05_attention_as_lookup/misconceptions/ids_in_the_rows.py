"""The rows hold the indices of the words instead of 0 and 1.

An index in a vocabulary is a name, not a size: word 12 is not twelve times word 1. Put a 1 at the word's index.
"""

import numpy as np


def stack_keys(word_lists, vocabulary):
    keys = np.zeros((len(word_lists), len(vocabulary)))
    for row, words in enumerate(word_lists):
        for word in words:
            keys[row, vocabulary.index(word)] = vocabulary.index(word)
    return keys
