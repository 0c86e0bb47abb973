"""This is the cosine distance, 1 - cosine: similar states get low scores.

A score is high where things match. Return the cosine itself.
"""

import numpy as np


def cosine(s, h):
    lengths = np.outer(np.linalg.norm(s, axis=1), np.linalg.norm(h, axis=1))
    return 1 - s @ h.T / np.where(lengths == 0, 1, lengths)
