import numpy as np


def general(s, h, W_a):
    table = np.zeros((len(s), len(h)), dtype=s.dtype)
    for t in range(len(s)):
        for i in range(len(h)):
            table[t, i] = s[t] @ W_a @ h[i]
    return table
