# wrong: similarity_weights: divides by d, and always, scaled or not; static_embedding: divides by the number of meanings
import numpy as np


def static_embedding(meanings, counts):
    shares = counts / counts.sum()
    return np.mean(meanings * shares[:, None], axis=0)


def mix(weights, embeddings):
    return weights @ embeddings


def similarity_weights(embeddings, scaled=False):
    d = embeddings.shape[1]
    scores = embeddings @ embeddings.T / d
    e = np.exp(scores)
    return e / e.sum(axis=1, keepdims=True)


def contextual_embeddings(embeddings, scaled=False):
    return mix(similarity_weights(embeddings, scaled), embeddings)


def weight_on_later_words(weights):
    return np.triu(weights, k=1).sum(axis=1)
