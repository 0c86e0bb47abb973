"""The exponential is taken of the scores themselves, and overflows.

exp(710) is already infinite. Subtract the largest score of each row before exp: the weights stay the same.
"""

import numpy as np


def softmax(scores, axis=-1):
    exponentials = np.exp(scores)
    return exponentials / exponentials.sum(axis=axis, keepdims=True)
