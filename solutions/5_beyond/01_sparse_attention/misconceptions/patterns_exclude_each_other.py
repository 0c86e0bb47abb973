"""A key that several patterns keep is hidden again.

One pattern is enough to keep a key, and more do no harm: or, not exclusive or.
"""

import numpy as np


def union(patterns):
    return np.sum(patterns, axis=0) == 1
