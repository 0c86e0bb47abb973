"""The values are projected with E, the projection of the keys.

Here keys and values have their own projections: E for the keys, F for the values. (Sharing one is a variant in the
paper; then the caller passes the same matrix twice.)
"""

from solution import low_rank_attention as right


def low_rank_attention(queries, keys, values, E, F, *more):
    return right(queries, keys, values, E, E, *more)
