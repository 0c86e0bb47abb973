import numpy as np
from solution import relative_index


def relative_values(weights, values, value_table, index):
    index = relative_index(values.shape[-2], len(value_table) // 2)
    return weights @ values + np.einsum("...qk,qkd->...qd", weights, value_table[index])
