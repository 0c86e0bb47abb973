"""The scores are divided by the root of d_v, the width of the values.

A score is a sum over the d_k features of a query and a key. The values play no role in it.
"""

import numpy as np
from solution import low_rank_attention as right


def low_rank_attention(queries, keys, values, E, F, *more):
    return right(queries * np.sqrt(queries.shape[-1] / values.shape[-1]), keys, values, E, F, *more)
