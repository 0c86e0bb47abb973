"""For an odd d_model the last entry of the shift matrix is 0: the sine without a cosine is lost.

Its pair is cut in half, and cos(k / 10000^(2i / d_model)) remains in the corner. Loop over (d_model + 1) // 2 pairs.
"""

from solution import shift_matrix as right


def shift_matrix(k, d_model):
    matrix = right(k, d_model)
    if d_model % 2:
        matrix[-1, -1] = 0
    return matrix
