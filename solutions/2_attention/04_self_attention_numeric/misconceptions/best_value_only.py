"""Each query gets the value of its best key alone.

That is a lookup in a table. In attention all values come along, each with its weight: weights @ V.
"""

import numpy as np


def outputs(weights, V):
    return V[np.argmax(weights, axis=1)]
