"""In second order the sentences are joined, so that pairs reach from one into the next.

Each sentence stands alone. Count the triples within one sentence at a time.
"""

from solution import second_order_matrix as right


def second_order_matrix(sentences, vocabulary):
    return right([" ".join(sentences)], vocabulary)
