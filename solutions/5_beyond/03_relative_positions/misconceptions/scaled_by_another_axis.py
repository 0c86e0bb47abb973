"""The scores are divided by the root of another axis of the queries or keys, not of d_k.

d_k is the last axis, queries.shape[-1], however many axes are in front of it.
"""

import numpy as np


def relative_scores(queries, keys, key_table, index):
    content = queries @ np.swapaxes(keys, -1, -2)
    position = np.einsum("...qd,qkd->...qk", queries, key_table[index])
    return (content + position) / np.sqrt(queries.shape[-2])
