"""The weights enter twice.

Use each weight once in the sum and once in the divisor, not squared.
"""


def weighted_mean(x, weights):
    return (weights[:, None] ** 2 * x).sum(axis=0) / (weights**2).sum()
