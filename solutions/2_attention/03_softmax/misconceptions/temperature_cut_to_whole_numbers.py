"""Integer scores stay integers when they are divided by the temperature: the fractions are lost.

// cuts them off, and so does writing the quotient back into an array of integers. Divide with / into a new array.
"""

import numpy as np
from solution import softmax


def softmax_with_temperature(scores, temperature, axis=-1):
    divided = np.array(scores)
    divided[...] = divided / temperature
    return softmax(divided, axis=axis)
