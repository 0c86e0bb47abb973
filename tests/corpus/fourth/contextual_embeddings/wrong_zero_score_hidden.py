# wrong: a dot product of 0 is taken for 'no score' and gets weight 0, seen for words at right angles.
import numpy as np


def static_embedding(meanings, counts):
    counts = np.asarray(counts, dtype=float)
    return counts @ np.asarray(meanings, dtype=float) / counts.sum()


def mix(weights, embeddings):
    return np.asarray(weights) @ np.asarray(embeddings)


def similarity_weights(embeddings, scaled=False):
    E = np.asarray(embeddings, dtype=float)
    scores = np.inner(E, E)
    if scaled:
        scores /= np.sqrt(E.shape[-1])
    powers = np.where(scores != 0, np.exp(scores), 0)
    return powers / powers.sum(axis=1, keepdims=True)


def contextual_embeddings(embeddings, scaled=False):
    return mix(similarity_weights(embeddings, scaled), embeddings)


def weight_on_later_words(weights):
    return np.triu(weights, k=1).sum(axis=1)
