"""The padding mask looks for id 0 and does not use the argument pad.

The padding token can have any id, and 0 can be a word. Compare the ids with pad.
"""

import numpy as np


def padding_mask(ids, pad):
    return (np.asarray(ids) != 0)[:, None, :]
