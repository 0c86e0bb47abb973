"""The padding mask lies along the queries instead of the keys.

It then hides everything from padded queries, and leaves padded keys visible. Put the new axis in the middle: (batch, 1,
key).
"""

import numpy as np


def padding_mask(ids, pad):
    return (np.asarray(ids) != pad)[:, :, None]
