"""The effective weights are divided by their sum, so that each row adds up to 1.

The weights of the slots add up to 1. Those of the tokens need not: F may contain any numbers, even negative ones.
Outputs = effective weights @ values is true only without the division.
"""


def effective_weights(weights, F):
    effective = weights @ F
    return effective / effective.sum(axis=-1, keepdims=True)
