import numpy as np


def relative_scores(queries, keys, key_table, index):
    content = queries @ np.swapaxes(keys, -1, -2)
    position = np.einsum("...kd,qkd->...qk", keys, key_table[index])
    return content / np.sqrt(queries.shape[-1]) + position
