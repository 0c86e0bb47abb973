import numpy as np


def relative_scores(queries, keys, key_table, index):
    content = queries @ np.swapaxes(keys, -1, -2)
    position = np.einsum("...qd,qkd->...qk", queries, key_table[index])
    return (content + position) / np.sqrt(keys.shape[-2])
