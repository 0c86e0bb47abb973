"""The mask is taken down the columns: it says which next words have a clear feature.

It must say which features have a clear favourite. Take the maximum along each row, axis=1.
"""

import numpy as np


def informative(transitions, threshold):
    return np.max(transitions, axis=0) > threshold
