"""The words are put in alphabetical order, not in the order of the vocabulary.

Whoever reads the rows counts in the vocabulary's order. Use vocabulary.index, and sort nothing.
"""

import numpy as np


def stack_keys(word_lists, vocabulary):
    return np.array([[float(word in words) for word in sorted(vocabulary)] for words in word_lists])
