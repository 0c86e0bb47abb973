"""count_scores counts queries, not products.

With a cache step t has one query, but it is multiplied by t keys: t products.
"""


def count_scores(length, cached):
    return length if cached else length * (length + 1) // 2
