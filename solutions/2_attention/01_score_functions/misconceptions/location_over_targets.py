"""The softmax runs down the targets: the columns add up to 1, not the rows.

Every target spreads its weight over the source positions. Sum over the last axis.
"""

import numpy as np


def location(s, W_a):
    exponentials = np.exp(s @ W_a)
    return exponentials / exponentials.sum(axis=0, keepdims=True)
