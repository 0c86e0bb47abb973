"""The rows count how often a word is in a list.

A key says whether a word belongs to it: 1 or 0. Set the entry to 1 instead of adding 1.
"""

import numpy as np


def stack_keys(word_lists, vocabulary):
    return np.array([[float(words.count(word)) for word in vocabulary] for words in word_lists])
