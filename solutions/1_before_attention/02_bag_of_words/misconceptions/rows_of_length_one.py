"""The rows are scaled to length 1 at the end, as some libraries do.

The formula of this exercise has no such step. Return the share times idf as it is.
"""

import numpy as np
from solution import tf_idf as right


def tf_idf(counts, rarity):
    weights = right(counts, rarity)
    length = np.linalg.norm(weights, axis=1, keepdims=True)
    return weights / np.where(length == 0, 1, length)
