"""A dot product of 0 gets the weight 0.

0 is a score like any other: exp(0) = 1, more than what a negative score gets. Leave all scores in the softmax.
"""

import numpy as np


def similarity_weights(embeddings, scaled=False):
    scores = embeddings @ embeddings.T
    if scaled:
        scores = scores / np.sqrt(embeddings.shape[1])
    exponentials = np.where(scores == 0, 0, np.exp(scores))
    return exponentials / np.maximum(exponentials.sum(axis=1, keepdims=True), 1e-9)
