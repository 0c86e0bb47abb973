"""Global tokens see all, but are not seen by all.

They cannot pass on what they collect. A pair is kept if the query or the key is a global token: rows and columns.
"""

import numpy as np


def global_pattern(length, tokens):
    keep = np.zeros((length, length), bool)
    keep[tokens] = True
    return keep
