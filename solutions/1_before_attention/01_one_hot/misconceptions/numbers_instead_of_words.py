"""Decoding returns the numbers of the columns, not the words.

A number is the word's place in the vocabulary: vocabulary[number] is the word.
"""

import numpy as np


def decode(rows, vocabulary):
    return np.argmax(rows, axis=-1)
