"""The words are changed one after the other, and later words are compared with words already changed.

All weights come from the old embeddings, and so do all new vectors: first all weights, then one product.
"""

import numpy as np


def contextual_embeddings(embeddings, scaled=False):
    embeddings = embeddings.astype(float)
    for i in range(len(embeddings)):
        scores = embeddings @ embeddings[i]
        if scaled:
            scores = scores / np.sqrt(embeddings.shape[1])
        weights = np.exp(scores) / np.exp(scores).sum()
        embeddings[i] = weights @ embeddings
    return embeddings
