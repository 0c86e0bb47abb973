"""Negative dot products are set to 0 before the softmax.

exp makes every score positive by itself. Words that point in opposite directions must get less weight than words at
right angles.
"""

import numpy as np


def similarity_weights(embeddings, scaled=False):
    scores = np.maximum(embeddings @ embeddings.T, 0)
    if scaled:
        scores = scores / np.sqrt(embeddings.shape[1])
    exponentials = np.exp(scores)
    return exponentials / exponentials.sum(axis=1, keepdims=True)
