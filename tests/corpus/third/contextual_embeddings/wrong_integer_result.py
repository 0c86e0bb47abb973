# wrong: mix builds its result in the dtype of the embeddings, so with embeddings of whole numbers the fractions are cut off; with floats all is well.
import numpy as np


def static_embedding(meanings, counts):
    return (counts @ meanings) / counts.sum()


def mix(weights, embeddings):
    n_new = weights.shape[0]
    result = np.zeros((n_new, embeddings.shape[1]), dtype=embeddings.dtype)
    for i, recipe in enumerate(weights):
        result[i] = (recipe[:, None] * embeddings).sum(axis=0)
    return result


def similarity_weights(embeddings, scaled=False):
    n, d = embeddings.shape
    scores = np.array([[np.dot(a, b) for b in embeddings] for a in embeddings], dtype=float)
    if scaled:
        scores = scores / d ** 0.5
    numerators = np.exp(scores)
    return numerators / numerators.sum(axis=1).reshape(n, 1)


def contextual_embeddings(embeddings, scaled=False):
    return mix(similarity_weights(embeddings, scaled), embeddings)


def weight_on_later_words(weights):
    n = weights.shape[0]
    return (weights * np.triu(np.ones((n, n)), 1)).sum(axis=1)
