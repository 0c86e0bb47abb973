# wrong: negative dot products are raised to 0; it shows on words that point in opposite directions.
import math

import numpy as np


def static_embedding(meanings, counts):
    return np.average(meanings, axis=0, weights=counts)


def mix(weights, embeddings):
    new = []
    for row in weights:
        total = np.zeros(embeddings.shape[1])
        for weight, old in zip(row, embeddings):
            total = total + weight * old
        new.append(total)
    return np.array(new).reshape(len(weights), embeddings.shape[1])


def similarity_weights(embeddings, scaled=False):
    scores = np.maximum(embeddings @ embeddings.T, 0)
    if scaled:
        scores = scores / math.sqrt(embeddings.shape[1])
    weights = np.exp(scores)
    return weights / weights.sum(axis=-1, keepdims=True)


def contextual_embeddings(embeddings, scaled=False):
    return mix(similarity_weights(embeddings, scaled=scaled), embeddings)


def weight_on_later_words(weights):
    return np.array([float(sum(weights[i, i + 1 :])) for i in range(len(weights))])
