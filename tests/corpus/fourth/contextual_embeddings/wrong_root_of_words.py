# wrong: with scaled=True the scores are divided by the root of the number of words, seen when that is not d.
import math

import numpy as np


def static_embedding(meanings, counts):
    total = 0
    vector = [0.0] * len(meanings[0])
    for meaning, count in zip(meanings, counts):
        total += int(count)
        for f, value in enumerate(meaning):
            vector[f] += float(value) * int(count)
    return np.array([value / total for value in vector])


def mix(weights, embeddings):
    new = []
    for recipe in weights:
        vector = np.zeros(np.shape(embeddings)[1])
        for w, e in zip(recipe, embeddings):
            vector = vector + w * e
        new.append(vector)
    return np.array(new)


def similarity_weights(embeddings, scaled=False):
    E = np.asarray(embeddings)
    divisor = math.sqrt(len(E)) if scaled else 1
    powers = np.exp(E @ E.T / divisor)
    return (powers.T / powers.sum(axis=1)).T


def contextual_embeddings(embeddings, scaled=False):
    return mix(similarity_weights(embeddings, scaled), embeddings)


def weight_on_later_words(weights):
    return np.array([float(sum(row[i + 1:])) for i, row in enumerate(weights)])
