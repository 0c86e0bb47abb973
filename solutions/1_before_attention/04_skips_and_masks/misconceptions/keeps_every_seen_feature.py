"""The mask keeps every feature that has any votes.

"it … ran" votes half and half and so is uninformative. Keep a feature only if its favourite gets more than `threshold`.
"""

import numpy as np


def informative(transitions, threshold):
    return np.any(transitions > 0, axis=1)
