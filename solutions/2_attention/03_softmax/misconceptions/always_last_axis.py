"""The normalisation always runs along the last axis; the argument `axis` is ignored.

Pass `axis` on to both the maximum and the sum.
"""

import numpy as np


def softmax(scores, axis=-1):
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)
