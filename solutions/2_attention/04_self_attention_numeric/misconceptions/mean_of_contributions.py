"""The contributions are averaged; they should be added up.

The weights add up to 1 already, so their weighted sum is an average. Dividing by the number of keys does it twice.
"""

import numpy as np


def outputs(weights, V):
    return np.mean(weights[:, :, None] * V[None, :, :], axis=1)
