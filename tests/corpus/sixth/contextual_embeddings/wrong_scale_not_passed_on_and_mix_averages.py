# wrong: contextual_embeddings does not hand scaled on, and mix divides by the sum of each row; it shows with scaled=True and on weights that do not add up to 1.
import numpy as np


def static_embedding(meanings, counts):
    return counts @ meanings / counts.sum()


def mix(weights, embeddings):
    total = weights.sum(axis=1, keepdims=True)
    return (weights @ embeddings) / np.where(total == 0, 1, total)


def similarity_weights(embeddings, scaled=False):
    scores = embeddings @ embeddings.T
    if scaled:
        scores = scores / np.sqrt(embeddings.shape[1])
    e = np.exp(scores)
    return e / e.sum(axis=1, keepdims=True)


def contextual_embeddings(embeddings, scaled=False):
    return mix(similarity_weights(embeddings), embeddings)


def weight_on_later_words(weights):
    return np.triu(weights, k=1).sum(axis=1)
