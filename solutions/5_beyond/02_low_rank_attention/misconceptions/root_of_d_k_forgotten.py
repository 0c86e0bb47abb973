"""The scores are divided by d_k, not by its root.

Divide by √d_k, as in dense attention.
"""

import numpy as np
from solution import low_rank_attention as right


def low_rank_attention(queries, keys, values, E, F, *more):
    return right(queries / np.sqrt(queries.shape[-1]), keys, values, E, F, *more)
