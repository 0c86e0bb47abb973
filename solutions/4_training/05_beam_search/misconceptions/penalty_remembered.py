"""length_penalty remembers its values by length only: another alpha gets the old number.

Compute it again, or remember it by length and alpha.
"""

kept = {}


def length_penalty(length, alpha):
    return kept.setdefault(length, ((5 + length) / 6) ** alpha)
