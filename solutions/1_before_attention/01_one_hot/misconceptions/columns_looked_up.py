"""The lookup multiplies by the transposed matrix, and so selects columns.

With a square matrix nobody notices; otherwise the sizes do not fit. Row v of the matrix belongs to word v:
rows @ matrix, with nothing transposed.
"""


def lookup(rows, matrix):
    return rows @ matrix.T
