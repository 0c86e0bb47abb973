# wrong: mix divides every recipe by its sum, wrong for weights that do not add up to 1.
import numpy as np


def static_embedding(meanings, counts):
    counts = np.asarray(counts, dtype=float)
    return counts @ np.asarray(meanings, dtype=float) / counts.sum()


def mix(weights, embeddings):
    return np.array([np.average(embeddings, axis=0, weights=row) for row in weights])


def similarity_weights(embeddings, scaled=False):
    E = np.asarray(embeddings, dtype=float)
    scores = E @ E.T
    if scaled:
        scores = scores / np.sqrt(E.shape[1])
    powers = np.exp(scores)
    return powers / powers.sum(axis=-1, keepdims=True)


def contextual_embeddings(embeddings, scaled=False):
    return mix(similarity_weights(embeddings, scaled), embeddings)


def weight_on_later_words(weights):
    return np.triu(weights, k=1).sum(axis=1)
