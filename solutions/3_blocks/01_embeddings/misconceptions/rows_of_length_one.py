"""lookup brings every vector to length 1.

The length of a word's vector is learned too. Return the row of the table as it is.
"""

import numpy as np


def lookup(ids, embedding):
    vectors = embedding[ids]
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)
