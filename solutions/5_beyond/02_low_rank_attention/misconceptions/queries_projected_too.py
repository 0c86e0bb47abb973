"""The queries are projected along the length as well, so there is one output per slot, not one per token.

Only the keys and values get shorter. Every token keeps its query: leave the queries as they are.
"""

from solution import low_rank_attention as right


def low_rank_attention(queries, keys, values, E, F, *more):
    return right(E @ queries, keys, values, E, F, *more)
