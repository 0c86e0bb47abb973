"""count_scores counts one step too few, or one key too few in each: a token's own key counts too.

Step t has t keys, for t = 1 to length. range(length) ends before length.
"""


def count_scores(length, cached):
    return sum(t if cached else t * t for t in range(length))
