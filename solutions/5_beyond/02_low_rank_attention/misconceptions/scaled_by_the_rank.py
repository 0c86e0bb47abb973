"""The scores are divided by the root of the rank, not of d_k.

The scores are sums over the d_k features of a query and a key. The number of slots has nothing to do with their size.
"""

import numpy as np
from solution import low_rank_attention as right


def low_rank_attention(queries, keys, values, E, F, *more):
    return right(queries * np.sqrt(queries.shape[-1] / E.shape[0]), keys, values, E, F, *more)
