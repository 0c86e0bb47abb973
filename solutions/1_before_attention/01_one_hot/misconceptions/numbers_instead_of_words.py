"""Decoding returns the indices of the columns, not the words.

An index is the word's position in the vocabulary: vocabulary[index] is the word.
"""

import numpy as np


def decode(rows, vocabulary):
    return np.argmax(rows, axis=-1)
