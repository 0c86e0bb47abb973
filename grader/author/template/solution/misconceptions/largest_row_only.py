"""Only the row with the largest weight is returned.

Every row contributes, in proportion to its weight.
"""


def weighted_mean(x, weights):
    return x[weights.argmax()]
