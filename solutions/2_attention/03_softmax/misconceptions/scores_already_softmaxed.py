"""The softmax is already applied: weights come back where scores are asked for.

Return Q Kᵀ / √d_k itself. Masks and softmax come after it.
"""

import numpy as np
from solution import softmax


def scaled_scores(queries, keys):
    return softmax(queries @ np.swapaxes(keys, -1, -2) / np.sqrt(queries.shape[-1]))
