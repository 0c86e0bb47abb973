"""This is the middle between the smallest and the largest value.

The median is the middle value in order, not in distance.
"""


def median(x):
    return (x.min(axis=0) + x.max(axis=0)) / 2
