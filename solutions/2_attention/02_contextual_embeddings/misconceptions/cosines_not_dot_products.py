"""The scores are cosines, not dot products.

Do not divide by the lengths of the vectors. With cosines all scores lie between -1 and 1, and the weights are
almost equal.
"""

import numpy as np


def similarity_weights(embeddings, scaled=False):
    unit = embeddings / np.linalg.norm(embeddings, axis=1, keepdims=True)
    scores = unit @ unit.T
    if scaled:
        scores = scores / np.sqrt(embeddings.shape[1])
    exponentials = np.exp(scores)
    return exponentials / exponentials.sum(axis=1, keepdims=True)
