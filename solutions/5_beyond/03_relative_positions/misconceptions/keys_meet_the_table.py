"""The position part is the dot product of the *key* with the table.

The vector of the distance is added to the key and multiplied by the query: q · (k + a) = q · k + q · a.
"""

import numpy as np


def relative_scores(queries, keys, key_table, index):
    content = queries @ np.swapaxes(keys, -1, -2)
    position = np.einsum("...kd,qkd->...qk", keys, key_table[index])
    return (content + position) / np.sqrt(queries.shape[-1])
