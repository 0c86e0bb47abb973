"""count_scores leaves out the hidden half of the table.

Without a cache step t computes the whole t × t table; the mask hides half of it only afterwards. Count t².
"""


def count_scores(length, cached):
    if cached:
        return sum(range(1, length + 1))
    return sum(t * (t + 1) // 2 for t in range(1, length + 1))
