"""The match counts the positions where query and key are equal, zeros included.

A word that neither of them has is no match. Count only the words that both have: keys @ query.
"""


def match(query, keys):
    return (keys == query).mean(axis=1)
