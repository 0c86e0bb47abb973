"""embed multiplies by the root of the number of words.

The factor is the root of the width of a vector: embedding.shape[1], not embedding.shape[0] or len(embedding).
"""

import numpy as np


def embed(ids, embedding):
    return embedding[ids] * np.sqrt(len(embedding))
