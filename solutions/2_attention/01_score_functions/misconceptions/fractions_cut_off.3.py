import numpy as np


def cosine(s, h):
    table = np.zeros((len(s), len(h)), dtype=s.dtype)
    for t in range(len(s)):
        for i in range(len(h)):
            lengths = np.linalg.norm(s[t]) * np.linalg.norm(h[i])
            table[t, i] = s[t] @ h[i] / lengths if lengths else 0
    return table
