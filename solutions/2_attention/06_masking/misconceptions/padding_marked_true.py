"""The padding mask is True at the padding and False at real tokens.

True means keep in this course. Compare with !=, not with ==.
"""

import numpy as np


def padding_mask(ids, pad):
    return (np.asarray(ids) == pad)[:, None, :]
