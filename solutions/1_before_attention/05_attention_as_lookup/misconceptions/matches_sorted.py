"""The matches themselves are sorted, and it is lost which key they belong to.

Return the indices of the keys: argsort, not sort.
"""

import numpy as np


def ranked(matches):
    return -np.sort(-matches)
