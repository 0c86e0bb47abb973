import numpy as np


def scaled_scores(queries, keys):
    return queries @ np.swapaxes(keys, -1, -2) / np.sqrt(keys.shape[1])
