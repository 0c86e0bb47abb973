"""Equal matches come in reverse order.

Reversing a sorted list reverses the equals as well. Sort the negative matches with kind="stable".
"""

import numpy as np


def ranked(matches):
    return np.argsort(matches, kind="stable")[::-1]
