"""shift_matrix is transposed: it moves back by k where it should move forward.

PE(pos + k) = PE(pos) @ M, with the vector on the left. The block of a pair is [[cos, −sin], [sin, cos]]: rows are old
values, columns new ones.
"""

from solution import shift_matrix as right


def shift_matrix(k, d_model):
    return right(k, d_model).T
