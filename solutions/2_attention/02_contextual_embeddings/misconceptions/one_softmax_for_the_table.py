"""All weights together add up to 1, not those of each word.

Every row is a recipe of its own. Give the sum an axis, and keepdims=True.
"""

import numpy as np


def similarity_weights(embeddings, scaled=False):
    scores = embeddings @ embeddings.T
    if scaled:
        scores = scores / np.sqrt(embeddings.shape[1])
    exponentials = np.exp(scores)
    return exponentials / exponentials.sum()
