"""Global tokens are seen by all, but do not see all themselves.

Global works both ways: their columns and their rows are True. The rows are what lets them collect something worth
seeing.
"""

import numpy as np


def global_pattern(length, tokens):
    keep = np.zeros((length, length), bool)
    keep[:, tokens] = True
    return keep
