"""An unknown word has no row at all.

The rows below it move up, and no longer belong to their words. Keep its row, filled with zeros.
"""

from solution import one_hot as right


def one_hot(words, vocabulary):
    return right([word for word in words if word in vocabulary], vocabulary)
