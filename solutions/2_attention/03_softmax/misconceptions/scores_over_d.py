"""The scores are divided by d_k, not by its square root.

This also happens when queries and keys are both divided by √d_k. Once is enough: Q Kᵀ / √d_k.
"""

import numpy as np


def scaled_scores(queries, keys):
    return queries @ np.swapaxes(keys, -1, -2) / queries.shape[-1]
