"""This is the angle between the two, not its cosine.

The angle is small where the directions agree; a score must be high there. Return the cosine, without arccos.
"""

import numpy as np


def cosine(s, h):
    lengths = np.outer(np.linalg.norm(s, axis=1), np.linalg.norm(h, axis=1))
    return np.arccos(np.clip(s @ h.T / np.where(lengths == 0, 1, lengths), -1, 1))
