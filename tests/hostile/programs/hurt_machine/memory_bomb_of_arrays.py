"""Takes memory in one piece and touches all of it.

Held: out_of_memory
"""

import numpy as np


def attack(target):
    return float(np.ones(280 << 17).sum())
