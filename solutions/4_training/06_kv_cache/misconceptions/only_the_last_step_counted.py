"""count_scores counts only the last step.

Every token costs something. Add up the steps 1 to length: t products each with a cache, t × t without.
"""


def count_scores(length, cached):
    return length if cached else length * length
