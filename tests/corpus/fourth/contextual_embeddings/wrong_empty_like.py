# wrong: contextual_embeddings fills an array like the embeddings, so whole-number embeddings give whole numbers.
import numpy as np


def static_embedding(meanings, counts):
    counts = np.asarray(counts, dtype=float)
    return counts @ np.asarray(meanings, dtype=float) / counts.sum()


def mix(weights, embeddings):
    return np.asarray(weights) @ np.asarray(embeddings)


def similarity_weights(embeddings, scaled=False):
    E = np.asarray(embeddings, dtype=float)
    scores = E @ E.T
    if scaled:
        scores = scores / np.sqrt(E.shape[1])
    powers = np.exp(scores)
    return powers / powers.sum(axis=-1, keepdims=True)


def contextual_embeddings(embeddings, scaled=False):
    weights = similarity_weights(embeddings, scaled)
    new = np.empty_like(embeddings)
    for i, recipe in enumerate(weights):
        new[i] = (recipe[:, None] * embeddings).sum(axis=0)
    return new


def weight_on_later_words(weights):
    return np.triu(weights, k=1).sum(axis=1)
