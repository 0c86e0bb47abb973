"""The matrix is transposed: the next word is in the rows, the current one in the columns.

Some books do so. Here row i is the current word, and its numbers add up to 1: index with the current word first.
"""

from solution import transition_matrix as right


def transition_matrix(sentences, vocabulary):
    return right(sentences, vocabulary).T
