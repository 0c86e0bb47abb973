"""The dot products are divided by their sum; the exponential is missing.

Negative dot products then give negative weights. Take exp first: it makes every score positive.
"""

import numpy as np


def similarity_weights(embeddings, scaled=False):
    scores = embeddings @ embeddings.T
    if scaled:
        scores = scores / np.sqrt(embeddings.shape[1])
    return scores / scores.sum(axis=1, keepdims=True)
