"""The largest score is subtracted inside the caller's array.

The weights are right, but the scores are changed for whoever uses them next. `scores -= ...` writes into the array
that was passed in; `scores = scores - ...` makes a new one.
"""

import numpy as np


def attention_weights(scores, d_k=None):
    if d_k is not None:
        scores = scores / np.sqrt(d_k)
    scores -= scores.max(axis=1, keepdims=True)
    exponentials = np.exp(scores)
    return exponentials / exponentials.sum(axis=1, keepdims=True)
