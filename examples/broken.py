"""A solution of `softmax` that was saved in the middle of a line."""

import numpy as np


def softmax(scores, axis=-1):
    return np.exp(scores / np.exp(scores).sum(axis=axis, keepdims=True)
