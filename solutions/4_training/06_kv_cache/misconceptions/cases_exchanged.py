"""count_scores swaps the counts with and without a cache.

With a cache the sum is 1 + 2 + … + n, which is the smaller one.
"""


def count_scores(length, cached):
    return sum(t * t if cached else t for t in range(1, length + 1))
