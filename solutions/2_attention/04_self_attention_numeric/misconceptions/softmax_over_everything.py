"""All weights together add up to 1, not those of each query.

Every row is a softmax of its own: give maximum and sum axis=1 and keepdims=True.
"""

import numpy as np


def attention_weights(scores, d_k=None):
    if d_k is not None:
        scores = scores / np.sqrt(d_k)
    exponentials = np.exp(scores - scores.max())
    return exponentials / exponentials.sum()
