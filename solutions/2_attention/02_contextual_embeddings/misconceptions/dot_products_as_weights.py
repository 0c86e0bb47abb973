"""The dot products themselves are the weights; the softmax is missing.

They can be negative and do not add up to 1. Take exp, then divide each row by its sum.
"""

import numpy as np


def similarity_weights(embeddings, scaled=False):
    scores = embeddings @ embeddings.T
    return scores / np.sqrt(embeddings.shape[1]) if scaled else scores


def contextual_embeddings(embeddings, scaled=False):
    return similarity_weights(embeddings, scaled) @ embeddings
