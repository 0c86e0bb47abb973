"""The scores are divided by √d_k a second time.

`compare` has scaled them already. Use what it returns as it is.
"""

import numpy as np
from solution import sparse_attention as right


def sparse_attention(queries, keys, values, keep, compare):
    def scaled(query, some_keys):
        return compare(query, some_keys) / np.sqrt(queries.shape[-1])

    return right(queries, keys, values, keep, scaled)
