"""The lookup has its factors in the wrong order: matrix @ rows.

A matrix on the left mixes the rows of what stands on the right. The weights belong on the left: rows @ matrix.
"""


def lookup(rows, matrix):
    return matrix @ rows
