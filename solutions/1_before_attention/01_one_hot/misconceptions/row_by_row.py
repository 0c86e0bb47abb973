"""Each row of a is compared only with the row of b at the same index.

Every row of a is compared with every row of b, which gives (n, m) numbers: a @ b.T.
"""


def similarity(a, b):
    return (a * b).sum(axis=-1)
