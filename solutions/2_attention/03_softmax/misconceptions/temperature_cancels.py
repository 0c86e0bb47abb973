"""The temperature has no effect: dividing the exponentials by it cancels in the fraction.

It must act inside exp: exp(x / T), not exp(x) / T.
"""

import numpy as np


def softmax_with_temperature(scores, temperature, axis=-1):
    exponentials = np.exp(scores - np.max(scores, axis=axis, keepdims=True)) / temperature
    return exponentials / np.sum(exponentials, axis=axis, keepdims=True)
