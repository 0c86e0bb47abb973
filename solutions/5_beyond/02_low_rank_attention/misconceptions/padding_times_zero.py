"""The padding is multiplied by 0 instead of being replaced by 0.

0 times infinity or NaN is NaN, and a slot is a sum over all tokens: it becomes NaN too. Use np.where to set zeros.
"""

from solution import low_rank_attention as right


def low_rank_attention(queries, keys, values, E, F, keep=None, *more):
    if keep is not None:
        keys, values = keys * keep[..., None], values * keep[..., None]
    return right(queries, keys, values, E, F, None, *more)
