"""length_penalty multiplies by alpha.

alpha is an exponent: with alpha = 0 the penalty is 1, and nothing changes.
"""


def length_penalty(length, alpha):
    return (5 + length) / 6 * alpha
