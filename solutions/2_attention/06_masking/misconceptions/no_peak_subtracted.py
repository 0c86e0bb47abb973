"""The exponentials are taken without subtracting the largest score of the row.

exp(−20000) is 0, so a row of low scores loses all its weight; high scores overflow. Subtract the largest
visible score of each row first.
"""

import numpy as np


def masked_softmax(scores, keep):
    weights = np.exp(np.where(keep, scores, -np.inf))
    total = weights.sum(axis=-1, keepdims=True)
    return weights / np.where(total == 0, 1, total)
