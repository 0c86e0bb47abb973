"""The mask asks for more than half of the votes and does not use the argument `threshold`.

How clear a favourite must be is the caller's choice. Compare with `threshold`.
"""

import numpy as np


def informative(transitions, threshold):
    return np.max(transitions, axis=1) > 0.5
