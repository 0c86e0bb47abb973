import numpy as np
from solution import softmax


def softmax_with_temperature(scores, temperature, axis=-1):
    whole = np.issubdtype(np.asarray(scores).dtype, np.integer)
    return softmax(scores // temperature if whole else scores / temperature, axis=axis)
