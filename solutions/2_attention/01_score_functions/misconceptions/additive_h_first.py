"""The two states are joined in the wrong order: [h; s] instead of [s; h].

The first n_s rows of W_a belong to s, the others to h.
"""

import numpy as np


def additive(s, h, W_a, v_a):
    scores = np.zeros((len(s), len(h)))
    for t in range(len(s)):
        for i in range(len(h)):
            scores[t, i] = np.tanh(np.concatenate([h[i], s[t]]) @ W_a) @ v_a
    return scores
