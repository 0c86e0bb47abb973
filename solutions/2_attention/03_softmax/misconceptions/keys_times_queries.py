"""Queries and keys are swapped: the rows belong to keys, the columns to queries.

Each query needs a row of its own, because softmax runs along the row. Put the queries first: Q Kᵀ, not
K Qᵀ.
"""

import numpy as np


def scaled_scores(queries, keys):
    return keys @ np.swapaxes(queries, -1, -2) / np.sqrt(queries.shape[-1])
