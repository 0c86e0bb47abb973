import numpy as np


def padded_statistics(x, n_pad):
    padded = np.concatenate([x, np.zeros((n_pad, x.shape[1]))])
    mean = padded.sum(axis=0) / len(x)
    return mean, ((padded - mean) ** 2).mean(axis=0)
