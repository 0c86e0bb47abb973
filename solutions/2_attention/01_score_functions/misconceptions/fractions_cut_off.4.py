import numpy as np


def additive(s, h, W_a, v_a):
    table = np.zeros((len(s), len(h)), dtype=s.dtype)
    for t in range(len(s)):
        for i in range(len(h)):
            table[t, i] = np.tanh(np.concatenate([s[t], h[i]]) @ W_a) @ v_a
    return table
