"""A kept feature that is active becomes 1, whatever its activity was.

Masking does not change what it keeps. Multiply activity and mask.
"""

import numpy as np


def masked_activities(activities, keep):
    return np.logical_and(activities, keep).astype(float)
