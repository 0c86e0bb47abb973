"""Only global tokens see global tokens: both the query and the key have to be one.

A pair is kept if either of the two is a global token: or, not and.
"""

import numpy as np


def global_pattern(length, tokens):
    is_global = np.isin(np.arange(length), tokens)
    return is_global[:, None] & is_global
