"""The softmax runs over the queries: the columns add up to 1, not the rows.

The weights of each query add up to 1. Maximum and sum run along the keys, axis=1.
"""

import numpy as np


def attention_weights(scores, d_k=None):
    if d_k is not None:
        scores = scores / np.sqrt(d_k)
    exponentials = np.exp(scores - scores.max(axis=0))
    return exponentials / exponentials.sum(axis=0)
