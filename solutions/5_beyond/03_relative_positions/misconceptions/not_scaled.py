"""The scores are not divided by √d_k.

Divide the sum of both parts, q · k + q · a, by the root of the width of a query.
"""

import numpy as np
from solution import relative_scores as right


def relative_scores(queries, keys, key_table, index):
    return right(queries, keys, key_table, index) * np.sqrt(queries.shape[-1])
