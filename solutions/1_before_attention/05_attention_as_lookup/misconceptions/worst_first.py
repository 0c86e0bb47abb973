"""The worst match comes first.

argsort goes from small to large. Sort the negative matches.
"""

import numpy as np


def ranked(matches):
    return np.argsort(matches, kind="stable")
