"""For an odd d_model the last entry of the shift matrix is 1, as if the last sine did not change.

A matrix that starts as np.eye keeps that 1 where no pair is filled in. What is left of the last pair is
cos(k / 10000^(2i / d_model)).
"""

from solution import shift_matrix as right


def shift_matrix(k, d_model):
    matrix = right(k, d_model)
    if d_model % 2:
        matrix[-1, -1] = 1
    return matrix
