"""The sentences are joined, so that the last word of one leads to the first word of the next.

Each sentence stands alone. Count the steps within one sentence at a time.
"""

from solution import transition_matrix as right


def transition_matrix(sentences, vocabulary):
    return right([" ".join(sentences)], vocabulary)
