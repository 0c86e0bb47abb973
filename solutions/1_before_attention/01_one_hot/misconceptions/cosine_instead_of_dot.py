"""The similarity divides by the lengths of the vectors: that is the cosine.

Here the dot product itself is wanted, in which a longer vector counts for more. Leave out the division.
"""

import numpy as np


def similarity(a, b):
    lengths = np.linalg.norm(a, axis=-1)[:, None] * np.linalg.norm(b, axis=-1)
    return a @ b.T / lengths
