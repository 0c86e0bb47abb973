"""count_scores counts the last table in every step.

Step t has only t tokens: t products with a cache, t × t without. Add them up for t = 1 to length.
"""


def count_scores(length, cached):
    return length * length if cached else length**3
