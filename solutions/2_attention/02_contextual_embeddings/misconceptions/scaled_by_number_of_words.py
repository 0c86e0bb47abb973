"""With scaled=True the square root is that of the number of words, not of the width of an embedding.

len(embeddings) counts the words. d is embeddings.shape[1].
"""

import numpy as np


def similarity_weights(embeddings, scaled=False):
    scores = embeddings @ embeddings.T
    if scaled:
        scores = scores / np.sqrt(len(embeddings))
    exponentials = np.exp(scores)
    return exponentials / exponentials.sum(axis=1, keepdims=True)
