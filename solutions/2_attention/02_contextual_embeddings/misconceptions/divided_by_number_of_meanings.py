"""The sum is divided by the number of meanings, not by the number of sentences.

np.mean divides by the rows it sees. Here it is Σ count · meaning, divided by Σ count.
"""

import numpy as np


def static_embedding(meanings, counts):
    return np.mean(counts[:, None] * meanings, axis=0)
