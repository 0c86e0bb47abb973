"""shift_matrix has plus signs only.

cos(a + b) = cos a cos b − sin a sin b: the entry that leads from the old sine to the new cosine is −sin b.
"""

from solution import shift_matrix as right


def shift_matrix(k, d_model):
    matrix = right(k, d_model)
    pairs = range(0, d_model - 1, 2)
    for j in pairs:
        matrix[j, j + 1] = matrix[j + 1, j]
    return matrix
