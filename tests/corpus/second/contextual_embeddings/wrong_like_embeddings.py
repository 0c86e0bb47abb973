# wrong: mix makes its result with the dtype of the embeddings; shows when they hold whole numbers: decimals are cut off
from math import exp, sqrt

import numpy as np


def static_embedding(meanings, counts):
    total = sum(float(c) for c in counts)
    result = []
    for k in range(len(meanings[0])):
        result.append(sum(float(c) * float(m[k]) for m, c in zip(meanings, counts)) / total)
    return np.array(result)


def mix(weights, embeddings):
    new = np.zeros((len(weights), embeddings.shape[1]), dtype=embeddings.dtype)
    for i, recipe in enumerate(weights):
        new[i] = sum(w * e for w, e in zip(recipe, embeddings))
    return new


def similarity_weights(embeddings, scaled=False):
    words = [[float(n) for n in e] for e in embeddings]
    divide_by = sqrt(len(words[0])) if scaled else 1.0
    rows = []
    for a in words:
        powers = [exp(sum(x * y for x, y in zip(a, b)) / divide_by) for b in words]
        total = sum(powers)
        rows.append([p / total for p in powers])
    return np.array(rows)


def contextual_embeddings(embeddings, scaled=False):
    return mix(similarity_weights(embeddings, scaled), embeddings)


def weight_on_later_words(weights):
    leaks = []
    for i, row in enumerate(weights):
        leaks.append(sum(float(w) for w in row[i + 1 :]))
    return np.array(leaks)
