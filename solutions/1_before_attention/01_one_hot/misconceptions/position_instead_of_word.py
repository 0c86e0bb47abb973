"""The 1 is at the word's position in the text, not at its position in the vocabulary.

The row must depend on which word it is, not on where it occurs. Look the word up in the vocabulary, and put the 1 in
that column.
"""

import numpy as np


def one_hot(words, vocabulary):
    return np.eye(len(words), len(vocabulary))
