"""length_penalty caches its values by length only: another alpha gets the old value.

Compute it again, or cache it by length and alpha.
"""

kept = {}


def length_penalty(length, alpha):
    return kept.setdefault(length, ((5 + length) / 6) ** alpha)
