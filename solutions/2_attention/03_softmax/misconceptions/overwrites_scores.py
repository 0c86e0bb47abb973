"""The maximum is subtracted inside the caller's array, so the caller's scores change.

`scores -= ...` writes into the array that was passed in. Write `scores = scores - ...`, which makes a
new one.
"""

import numpy as np


def softmax(scores, axis=-1):
    scores -= np.max(scores, axis=axis, keepdims=True)
    exponentials = np.exp(scores)
    return exponentials / np.sum(exponentials, axis=axis, keepdims=True)
