"""The dot products are scaled even when scaled is False.

Divide by √d only if scaled is True.
"""

import numpy as np


def similarity_weights(embeddings, scaled=False):
    exponentials = np.exp(embeddings @ embeddings.T / np.sqrt(embeddings.shape[1]))
    return exponentials / exponentials.sum(axis=1, keepdims=True)
