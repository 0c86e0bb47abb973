import numpy as np


def similarity_weights(embeddings, scaled=False):
    exponentials = np.exp(embeddings @ embeddings.T / embeddings.shape[1])
    return exponentials / exponentials.sum(axis=1, keepdims=True)
