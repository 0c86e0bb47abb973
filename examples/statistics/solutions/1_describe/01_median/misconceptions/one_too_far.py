"""The two values in the middle are those at n // 2 and the one after it: one too far.

Positions start at 0: take (n - 1) // 2 and n // 2.
"""

import numpy as np


def median(x):
    ordered, n = np.sort(x, axis=0), len(x)
    return (ordered[n // 2] + ordered[min(n // 2 + 1, n - 1)]) / 2
