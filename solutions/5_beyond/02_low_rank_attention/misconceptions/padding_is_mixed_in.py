"""The padding is mixed into the slots: keep is not used.

Each slot is a sum over all tokens. Set the keys and the values of padded tokens to 0 before they are projected.
"""

from solution import low_rank_attention as right


def low_rank_attention(queries, keys, values, E, F, keep=None, *more):
    return right(queries, keys, values, E, F, None, *more)
