"""The smallest score of the row is subtracted, not the largest.

Every exponent is then positive, and a wide row overflows. Subtract the largest score: every exponent is
0 or below.
"""

import numpy as np


def softmax(scores, axis=-1):
    exponentials = np.exp(scores - np.min(scores, axis=axis, keepdims=True))
    return exponentials / exponentials.sum(axis=axis, keepdims=True)
