"""The votes have the type of the activities, so that integer activities cut off the halves.

np.zeros_like(activities) and dtype=activities.dtype take over the type as well. Make the result of floats, or use
activities @ transitions.
"""

import numpy as np


def votes(activities, transitions):
    total = np.zeros(transitions.shape[1], dtype=activities.dtype)
    for activity, row in zip(activities, transitions, strict=True):
        total += (activity * row).astype(activities.dtype)
    return total
