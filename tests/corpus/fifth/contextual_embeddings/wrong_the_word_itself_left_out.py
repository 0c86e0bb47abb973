# wrong: a word takes nothing from itself: the diagonal of the weights is 0.
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
            if i != j:
                score = np.dot(embeddings[i], embeddings[j])
                weights[i, j] = math.exp(score / math.sqrt(d) if scaled else score)
        total = weights[i].sum()
        if total > 0:
            weights[i] /= total
    return weights


def contextual_embeddings(embeddings, scaled=False):
    return mix(similarity_weights(embeddings, scaled=scaled), embeddings)


def weight_on_later_words(weights):
    return np.array([float(sum(row[i + 1 :])) for i, row in enumerate(weights)])
