# wrong: the sum of the meanings is divided by the number of meanings instead of the number of sentences.
import math

import numpy as np


def static_embedding(meanings, counts):
    total = sum(c * np.asarray(m, dtype=float) for c, m in zip(counts, meanings))
    return total / len(meanings)


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
