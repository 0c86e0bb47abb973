"""Equal matches come in reversed order.

Turning a sorted list round turns the equals round as well. Sort the negative matches with kind="stable".
"""

import numpy as np


def ranked(matches):
    return np.argsort(matches, kind="stable")[::-1]
