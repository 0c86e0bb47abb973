"""The union takes the first two patterns only.

The list can hold any number of patterns. np.logical_or takes two arrays, and writes its result into a third one.
Use np.logical_or.reduce, np.any or a loop.
"""

import numpy as np


def union(patterns):
    return np.logical_or(patterns[0], patterns[min(1, len(patterns) - 1)])
