"""The similarities are transposed: b in the rows and a in the columns.

Entry [i, j] is row i of a with row j of b. Write a @ b.T, not b @ a.T.
"""


def similarity(a, b):
    return b @ a.T
