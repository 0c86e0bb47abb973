"""The padding is set to 0 in the caller's own keys and values.

The result is right, but the arrays of the caller have changed. Make new ones: np.where does, and so does
keys * keep[..., None].
"""

from solution import low_rank_attention as right


def low_rank_attention(queries, keys, values, E, F, keep=None, *more):
    if keep is not None:
        keys[~keep] = 0
        values[~keep] = 0
    return right(queries, keys, values, E, F, None, *more)
