"""The mask to add puts −∞ where the mask keeps and 0 where it hides.

True means keep, and a kept score stays as it is: 0 where the mask is True, −∞ where it is False.
"""

import numpy as np


def additive(mask):
    return np.where(mask, -np.inf, 0.0)
