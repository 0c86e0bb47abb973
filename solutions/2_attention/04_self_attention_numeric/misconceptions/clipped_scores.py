"""The scores are clipped to a safe range, so all the large ones become equal.

Only differences of scores count, and clipping changes them. Subtract the largest score of each row instead.
"""

import numpy as np


def attention_weights(scores, d_k=None):
    if d_k is not None:
        scores = scores / np.sqrt(d_k)
    exponentials = np.exp(np.clip(scores, -700, 700))
    return exponentials / exponentials.sum(axis=1, keepdims=True)
