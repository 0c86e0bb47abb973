"""The row holds the word's number where it should hold a 1.

A word with a large number would then count for more than a word with a small one, and similar to its neighbours in the
list. The numbers are only names. Put a 1 in the column, whatever its number.
"""

import numpy as np


def one_hot(words, vocabulary):
    rows = np.zeros((len(words), len(vocabulary)))
    for row, word in zip(rows, words, strict=True):
        if word in vocabulary:
            row[vocabulary.index(word)] = vocabulary.index(word)
    return rows
