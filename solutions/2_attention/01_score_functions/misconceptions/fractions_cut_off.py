"""The table takes over the type of an argument, so integers there cut off the digits after the point.

np.zeros_like(…) and dtype=s.dtype take over the type of the input. Make the table with dtype float.
"""

import numpy as np


def scaled_dot(s, h):
    table = np.zeros((len(s), len(h)), dtype=s.dtype)
    for t in range(len(s)):
        for i in range(len(h)):
            table[t, i] = s[t] @ h[i] / np.sqrt(s.shape[1])
    return table
