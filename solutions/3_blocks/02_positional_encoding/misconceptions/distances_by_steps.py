"""code_distances adds up the absolute differences of the features.

That is the Manhattan distance. The length of a difference is the root of the sum of its squares; with one feature both
are equal.
"""

import numpy as np


def code_distances(codes):
    return np.abs(codes[:, None, :] - codes[None, :, :]).sum(axis=-1)
