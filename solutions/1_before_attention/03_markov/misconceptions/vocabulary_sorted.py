"""Rows and columns are in alphabetical order, not in the order of the vocabulary.

Use a word's position in the list that you are given, whatever its order.
"""

from solution import transition_matrix as right


def transition_matrix(sentences, vocabulary):
    return right(sentences, sorted(vocabulary))
