# wrong: similarity_weights: scaled=True shrinks the caller's float array by d ** 0.25 (np.asarray does not copy)
import numpy as np


def static_embedding(meanings, counts):
    return counts @ meanings / counts.sum()


def mix(weights, embeddings):
    return weights @ embeddings


def similarity_weights(embeddings, scaled=False):
    E = np.asarray(embeddings, dtype=float)
    if scaled:
        E /= E.shape[1] ** 0.25
    e = np.exp(E @ E.T)
    return e / e.sum(axis=-1, keepdims=True)


def contextual_embeddings(embeddings, scaled=False):
    old = np.array(embeddings, dtype=float)
    return mix(similarity_weights(embeddings, scaled), old)


def weight_on_later_words(weights):
    return np.triu(weights, k=1).sum(axis=1)
