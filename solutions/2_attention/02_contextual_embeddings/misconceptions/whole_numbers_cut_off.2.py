import numpy as np
from solution import similarity_weights


def contextual_embeddings(embeddings, scaled=False):
    weights = similarity_weights(embeddings, scaled)
    new = np.zeros_like(embeddings)
    for i in range(len(embeddings)):
        new[i] = weights[i] @ embeddings
    return new
