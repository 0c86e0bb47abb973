import numpy as np


def similarity_weights(embeddings, scaled=False):
    scores = embeddings @ embeddings.T
    if scaled:
        scores = scores / np.sqrt(embeddings.shape[1])
    exponentials = np.exp(np.where(scores == 0, -np.inf, scores))
    with np.errstate(invalid="ignore"):
        return exponentials / exponentials.sum(axis=1, keepdims=True)
