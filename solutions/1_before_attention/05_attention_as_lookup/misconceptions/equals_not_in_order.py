"""Equal matches do not stay in the order of the keys.

Without kind="stable", argsort may swap equals. Sort the negative matches with kind="stable".
"""

import numpy as np


def ranked(matches):
    return np.argsort(-matches)
