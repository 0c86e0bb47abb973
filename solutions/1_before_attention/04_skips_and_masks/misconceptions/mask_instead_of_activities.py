"""The mask itself is returned: what matters, not what matters and occurs.

"battery … ran" matters, but in the sentence about the program it is not active. Multiply mask and activity.
"""

import numpy as np


def masked_activities(activities, keep):
    return np.asarray(keep, dtype=float)
