"""count_scores gives the count without a cache where there is one, and the other way round.

With a cache the sum is 1 + 2 + … + n, which is the smaller one.
"""


def count_scores(length, cached):
    return sum(t * t if cached else t for t in range(1, length + 1))
