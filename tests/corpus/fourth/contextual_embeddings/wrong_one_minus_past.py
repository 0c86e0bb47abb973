# wrong: the leak is computed as 1 minus the weights up to the word, wrong for rows that do not add up to 1.
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
    return mix(similarity_weights(embeddings, scaled), embeddings)


def weight_on_later_words(weights):
    past = np.cumsum(weights, axis=1)
    return 1 - np.diagonal(past)
