"""Only the position part of the scores is divided by √d_k.

The whole q · (k + a) is divided. Add first, then divide: (content + position) / √d_k, with parentheses.
"""

import numpy as np


def relative_scores(queries, keys, key_table, index):
    content = queries @ np.swapaxes(keys, -1, -2)
    position = np.einsum("...qd,qkd->...qk", queries, key_table[index])
    return content + position / np.sqrt(queries.shape[-1])
