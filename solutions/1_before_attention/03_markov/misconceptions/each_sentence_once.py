"""A sentence that is said several times is counted only once.

How often it is said is what makes one next word likelier than another. Do not take the sentences through a set.
"""

from solution import transition_matrix as right


def transition_matrix(sentences, vocabulary):
    return right(sorted(set(sentences)), vocabulary)
