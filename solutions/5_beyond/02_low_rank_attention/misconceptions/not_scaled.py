"""The scores are not divided by √d_k.

Fewer keys do not make the dot products smaller. Divide by the root of the width of a query, as in dense attention.
"""

import numpy as np
from solution import low_rank_attention as right


def low_rank_attention(queries, keys, values, E, F, *more):
    return right(queries * np.sqrt(queries.shape[-1]), keys, values, E, F, *more)
