import numpy as np


def relative_values(weights, values, value_table, index):
    return weights @ values + np.einsum("...qk,kqd->...qd", weights, value_table[index])
