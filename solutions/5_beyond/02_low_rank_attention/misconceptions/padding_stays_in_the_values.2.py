from solution import low_rank_attention as right


def low_rank_attention(queries, keys, values, E, F, keep=None, *more):
    if keep is not None:
        keys = keys * keep[..., None]
    return right(queries, keys, values, E, F, None, *more)
