"""The padding is taken out of the values, but not out of the keys.

The two are projected separately, so both need it. The keys of the padding are in the keys of the slots, and change
all weights.
"""

import numpy as np
from solution import low_rank_attention as right


def low_rank_attention(queries, keys, values, E, F, keep=None, *more):
    if keep is not None:
        values = np.where(keep[..., None], values, 0)
    return right(queries, keys, values, E, F, None, *more)
