"""Everything is computed in float32, with the largest score of each row subtracted."""

import numpy as np


def static_embedding(meanings, counts):
    return np.average(meanings.astype(np.float32), axis=0, weights=counts.astype(np.float32))


def mix(weights, embeddings):
    return np.matmul(weights.astype(np.float32), embeddings.astype(np.float32))


def similarity_weights(embeddings, scaled=False):
    words = embeddings.astype(np.float32)
    scores = np.inner(words, words)
    if scaled:
        scores /= np.sqrt(np.float32(words.shape[1]))
    scores = np.exp(scores - scores.max(axis=1, keepdims=True))
    return scores / scores.sum(axis=1, keepdims=True)


def contextual_embeddings(embeddings, scaled=False):
    return mix(similarity_weights(embeddings, scaled), embeddings)


def weight_on_later_words(weights):
    weights = weights.astype(np.float32)
    return weights.sum(axis=1) - np.tril(weights).sum(axis=1)
