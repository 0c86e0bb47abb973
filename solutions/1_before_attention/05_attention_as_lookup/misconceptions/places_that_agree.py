"""The match counts the places where query and key are equal, zeros included.

That a picture does not show what was not asked for is no match. Count only the words that both have: keys @ query.
"""


def match(query, keys):
    return (keys == query).mean(axis=1)
