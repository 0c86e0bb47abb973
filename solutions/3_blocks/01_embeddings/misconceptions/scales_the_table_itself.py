"""embed multiplies the caller's table, so the vectors grow with every call.

`embedding *= ...` writes into the array that was passed in. Multiply the rows that were looked up instead.
"""

import numpy as np


def embed(ids, embedding):
    embedding *= np.sqrt(embedding.shape[1])
    return embedding[ids]
