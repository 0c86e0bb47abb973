# wrong: for scaled=True the embeddings are divided by d^(1/4) with /=, in place on a float array: the caller's embeddings change, and contextual_embeddings mixes the shrunken vectors; arrays of whole numbers do not show it.
import numpy as np


def static_embedding(meanings, counts):
    counts = np.asarray(counts, dtype=float)
    return counts @ meanings / counts.sum()


def mix(weights, embeddings):
    return weights @ embeddings


def similarity_weights(embeddings, scaled=False):
    e = np.asarray(embeddings, dtype=float)
    if scaled:
        # (e / d^.25) . (e / d^.25) = e . e / sqrt(d)
        e /= e.shape[1] ** 0.25
    p = np.exp(e @ e.T)
    return p / p.sum(axis=1, keepdims=True)


def contextual_embeddings(embeddings, scaled=False):
    weights = similarity_weights(embeddings, scaled)
    return mix(weights, embeddings)


def weight_on_later_words(weights):
    total = weights.sum(axis=1)
    return total - np.tril(weights).sum(axis=1)
