# wrong: contextual_embeddings replaces the vectors one after the other, so later words mix already changed ones; shows for any sentence of two or more different words.
import math

import numpy as np


def dot(a, b):
    return sum(float(p) * float(q) for p, q in zip(a, b))


def static_embedding(meanings, counts):
    d = meanings.shape[1]
    total = [0.0] * d
    n = 0
    for vector, count in zip(meanings, counts):
        for k in range(d):
            total[k] += count * vector[k]
        n += count
    return np.array([t / n for t in total])


def mix(weights, embeddings):
    new = np.zeros((weights.shape[0], embeddings.shape[1]))
    for i in range(weights.shape[0]):
        for j in range(weights.shape[1]):
            new[i] += weights[i, j] * embeddings[j]
    return new


def similarity_weights(embeddings, scaled=False):
    n, d = embeddings.shape
    w = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            score = dot(embeddings[i], embeddings[j])
            if scaled:
                score /= math.sqrt(d)
            w[i, j] = math.exp(score)
        w[i] /= w[i].sum()
    return w


def contextual_embeddings(embeddings, scaled=False):
    weights = similarity_weights(embeddings, scaled)
    vectors = np.array(embeddings, dtype=float)
    for i in range(len(vectors)):
        vectors[i] = mix(weights[i:i + 1], vectors)[0]
    return vectors


def weight_on_later_words(weights):
    n = weights.shape[0]
    leak = np.zeros(n)
    for i in range(n):
        for j in range(i + 1, n):
            leak[i] += weights[i, j]
    return leak
