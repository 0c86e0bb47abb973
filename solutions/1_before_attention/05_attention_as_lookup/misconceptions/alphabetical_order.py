"""The words are put in alphabetical order, not in the order of the vocabulary.

The columns must follow the vocabulary. Use vocabulary.index, and do not sort.
"""

import numpy as np


def stack_keys(word_lists, vocabulary):
    return np.array([[float(word in words) for word in sorted(vocabulary)] for words in word_lists])
