"""Each row of a meets only the row of b with the same number.

Every row of a belongs with every row of b, which makes (n, m) numbers: a @ b.T.
"""


def similarity(a, b):
    return (a * b).sum(axis=-1)
