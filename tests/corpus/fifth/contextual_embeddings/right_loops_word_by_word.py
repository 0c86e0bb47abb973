# right: plain loops, one word and one weight at a time.
import math

import numpy as np


def static_embedding(meanings, counts):
    total = 0.0
    vector = np.zeros(meanings.shape[1])
    for meaning, count in zip(meanings, counts):
        vector = vector + float(count) * meaning
        total += float(count)
    return vector / total


def mix(weights, embeddings):
    new = np.zeros((len(weights), embeddings.shape[1]))
    for i, recipe in enumerate(weights):
        for j, weight in enumerate(recipe):
            new[i] += weight * embeddings[j]
    return new


def similarity_weights(embeddings, scaled=False):
    words, d = embeddings.shape
    weights = np.zeros((words, words))
    for i in range(words):
        for j in range(words):
            score = sum(float(x) * float(y) for x, y in zip(embeddings[i], embeddings[j]))
            if scaled:
                score /= math.sqrt(d)
            weights[i, j] = math.exp(score)
        weights[i] /= weights[i].sum()
    return weights


def contextual_embeddings(embeddings, scaled=False):
    return mix(similarity_weights(embeddings, scaled=scaled), embeddings)


def weight_on_later_words(weights):
    return np.array([float(sum(row[i + 1 :])) for i, row in enumerate(weights)])
