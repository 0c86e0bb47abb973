"""The padding mask counts the real tokens and keeps that many positions from the left.

Sentences can be padded on the left as well. Compare each id with pad.
"""

import numpy as np


def padding_mask(ids, pad):
    lengths = (np.asarray(ids) != pad).sum(axis=1)
    return (np.arange(np.shape(ids)[1]) < lengths[:, None])[:, None, :]
