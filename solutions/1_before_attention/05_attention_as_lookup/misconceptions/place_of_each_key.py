"""Each key's place in the ranking is returned, not the keys in the order of their places.

The first number must say which key is best. That is one argsort, not two.
"""

import numpy as np


def ranked(matches):
    return np.argsort(np.argsort(-matches, kind="stable"), kind="stable")
