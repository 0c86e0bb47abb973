"""The projections are swapped: F is applied to the keys and E to the values.

E belongs to the keys, F to the values.
"""

from solution import low_rank_attention as right


def low_rank_attention(queries, keys, values, E, F, *more):
    return right(queries, keys, values, F, E, *more)
