# wrong: mix fills an array made like the embeddings: as many rows as words instead of recipes, and whole numbers if the embeddings are.
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
    new = np.zeros_like(embeddings)
    for i, recipe in enumerate(weights):
        new[i] = sum(weight * vector for weight, vector in zip(recipe, embeddings))
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
