"""The values are not sorted.

Sort each column first: the middle of the table is not the middle of the values.
"""


def median(x):
    n = len(x)
    return (x[(n - 1) // 2] + x[n // 2]) / 2
