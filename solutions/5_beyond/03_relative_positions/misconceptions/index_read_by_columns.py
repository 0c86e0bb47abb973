"""The pair of query i and key j gets the vector of index[j, i].

index has the axes (query, key), so key_table[index] has (query, key, d): sum over d, and keep i and j where they are.
"""

import numpy as np


def relative_scores(queries, keys, key_table, index):
    content = queries @ np.swapaxes(keys, -1, -2)
    position = np.einsum("...qd,kqd->...qk", queries, key_table[index])
    return (content + position) / np.sqrt(queries.shape[-1])
