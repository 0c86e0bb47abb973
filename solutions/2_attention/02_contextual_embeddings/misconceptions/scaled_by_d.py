"""With scaled=True the dot products are divided by d, not by its square root.

Divide by np.sqrt(d).
"""

import numpy as np


def similarity_weights(embeddings, scaled=False):
    scores = embeddings @ embeddings.T
    if scaled:
        scores = scores / embeddings.shape[1]
    exponentials = np.exp(scores)
    return exponentials / exponentials.sum(axis=1, keepdims=True)
