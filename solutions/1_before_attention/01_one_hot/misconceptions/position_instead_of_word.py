"""The 1 stands at the word's position in the text, not at its place in the vocabulary.

The row must depend on which word it is, not on where it is said. Look the word up in the vocabulary, and put
the 1 in that column.
"""

import numpy as np


def one_hot(words, vocabulary):
    return np.eye(len(words), len(vocabulary))
