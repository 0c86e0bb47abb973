"""The mean is subtracted, but nothing is divided.

Divide by the standard deviation of the column.
"""


def standardise(x):
    return x - x.mean(axis=0)
