"""The queries are projected along the length as well, so there is one output a slot, not one a token.

Only what is looked at gets shorter. Every token still asks: leave the queries as they are.
"""

from solution import low_rank_attention as right


def low_rank_attention(queries, keys, values, E, F, *more):
    return right(E @ queries, keys, values, E, F, *more)
