"""The match is the number of shared words, not their share.

Two of two words is a match of 1. Divide by the number of words in the query.
"""


def match(query, keys):
    return keys @ query
