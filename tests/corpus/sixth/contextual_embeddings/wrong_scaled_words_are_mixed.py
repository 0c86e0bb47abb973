# wrong: contextual_embeddings mixes the embeddings that were divided for the scores; it shows with scaled=True.
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
    words, d = embeddings.shape
    root = math.sqrt(d) if scaled else 1.0
    table = []
    for i in range(words):
        row = [math.exp(float(embeddings[i] @ embeddings[j]) / root) for j in range(words)]
        table.append([number / sum(row) for number in row])
    return np.array(table)


def contextual_embeddings(embeddings, scaled=False):
    if scaled:
        embeddings = embeddings / embeddings.shape[1] ** 0.25
    return mix(similarity_weights(embeddings), embeddings)


def weight_on_later_words(weights):
    return np.array([float(sum(weights[i, i + 1 :])) for i in range(len(weights))])
