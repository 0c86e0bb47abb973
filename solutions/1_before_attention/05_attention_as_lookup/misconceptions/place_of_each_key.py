"""Each key's rank is returned, not the keys in the order of their ranks.

The first number must be the index of the best key. That is one argsort, not two.
"""

import numpy as np


def ranked(matches):
    return np.argsort(np.argsort(-matches, kind="stable"), kind="stable")
