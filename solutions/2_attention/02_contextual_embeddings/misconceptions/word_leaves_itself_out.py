"""A word takes nothing from itself.

Its own meaning is part of the mix: bank = .25 money + .7 bank + .05 grows. Leave the diagonal in.
"""

import numpy as np


def similarity_weights(embeddings, scaled=False):
    scores = embeddings @ embeddings.T
    if scaled:
        scores = scores / np.sqrt(embeddings.shape[1])
    exponentials = np.exp(scores)
    np.fill_diagonal(exponentials, 0.0)
    return exponentials / exponentials.sum(axis=1, keepdims=True)
