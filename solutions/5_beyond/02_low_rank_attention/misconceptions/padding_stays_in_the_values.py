"""The padding is taken out of the keys, but not out of the values.

The two are projected separately, so both need it. In dense attention a weight of 0 hides the value too; here the
padded values are in the slots already.
"""

import numpy as np
from solution import low_rank_attention as right


def low_rank_attention(queries, keys, values, E, F, keep=None, *more):
    if keep is not None:
        keys = np.where(keep[..., None], keys, 0)
    return right(queries, keys, values, E, F, None, *more)
