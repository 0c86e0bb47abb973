import numpy as np


def additive(s, h, W_a, v_a):
    n_s = s.shape[1]
    scores = np.tanh((s @ W_a[:n_s])[:, None, :] + (h @ W_a[n_s:])[None, :, :]) @ v_a
    exponentials = np.exp(scores)
    return exponentials / exponentials.sum(axis=-1, keepdims=True)
