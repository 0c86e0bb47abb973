"""The weighted sum is not divided by the sum of the weights.

A mean of one row must be that row: divide by weights.sum().
"""


def weighted_mean(x, weights):
    return weights @ x
