import numpy as np


def along(scores, axis):
    exponentials = np.exp(scores - np.max(scores, axis=axis, keepdims=True))
    return exponentials / np.sum(exponentials, axis=axis, keepdims=True)


def softmax(scores, axis=-1):
    return along(scores, 0 if axis == 0 else -1)


def softmax_with_temperature(scores, temperature, axis=-1):
    return along(scores / temperature, axis)
