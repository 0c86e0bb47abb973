# right: loops over words and features.
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
    n, d = np.shape(embeddings)
    weights = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            score = sum(float(a) * float(b) for a, b in zip(embeddings[i], embeddings[j]))
            weights[i, j] = math.exp(score / math.sqrt(d) if scaled else score)
        weights[i] /= weights[i].sum()
    return weights


def contextual_embeddings(embeddings, scaled=False):
    return mix(similarity_weights(embeddings, scaled), embeddings)


def weight_on_later_words(weights):
    return np.array([float(sum(row[i + 1:])) for i, row in enumerate(weights)])
