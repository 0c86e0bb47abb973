"""A sentence that occurs several times is counted only once.

How often it occurs is what makes one next word likelier than another. Do not make a set of the sentences.
"""

from solution import transition_matrix as right


def transition_matrix(sentences, vocabulary):
    return right(sorted(set(sentences)), vocabulary)
