# wrong: static_embedding divides the weighted sum by the number of meanings instead of the number of sentences; shows for nearly every counts, e.g. 9000 and 1000.
"""Contextual embeddings."""

import numpy as np


def static_embedding(meanings, counts):
    weighted = meanings * counts[:, np.newaxis]
    return weighted.sum(axis=0) / len(meanings)


def mix(weights, embeddings):
    return weights @ embeddings


def similarity_weights(embeddings, scaled=False):
    scores = embeddings @ embeddings.T
    if scaled:
        scores = scores / np.sqrt(embeddings.shape[1])
    e = np.exp(scores)
    return e / e.sum(axis=1, keepdims=True)


def contextual_embeddings(embeddings, scaled=False):
    return mix(similarity_weights(embeddings, scaled), embeddings)


def weight_on_later_words(weights):
    return np.triu(weights, k=1).sum(axis=1)
