"""The matches are used directly as weights, and add up to more or less than 1.

Then the answer grows with the number of keys that match. Divide the matches by their sum.
"""

from solution import match


def soft_lookup(query, keys, values):
    weights = match(query, keys)
    return weights, weights @ values
