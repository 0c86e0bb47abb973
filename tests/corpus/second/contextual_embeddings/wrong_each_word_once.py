# wrong: similarity_weights keeps the powers in a dict by vector; shows when a word occurs twice: the sum has it only once
from math import exp, sqrt

import numpy as np


def static_embedding(meanings, counts):
    total = sum(float(c) for c in counts)
    result = []
    for k in range(len(meanings[0])):
        result.append(sum(float(c) * float(m[k]) for m, c in zip(meanings, counts)) / total)
    return np.array(result)


def mix(weights, embeddings):
    new = []
    for recipe in weights:
        vector = [0.0] * len(embeddings[0])
        for w, e in zip(recipe, embeddings):
            for k, number in enumerate(e):
                vector[k] += float(w) * float(number)
        new.append(vector)
    return np.array(new)


def similarity_weights(embeddings, scaled=False):
    words = [tuple(float(n) for n in e) for e in embeddings]
    root = sqrt(len(words[0])) if scaled else 1.0
    rows = []
    for a in words:
        powers = {b: exp(sum(x * y for x, y in zip(a, b)) / root) for b in words}
        total = sum(powers.values())
        rows.append([powers[b] / total for b in words])
    return np.array(rows)


def contextual_embeddings(embeddings, scaled=False):
    return mix(similarity_weights(embeddings, scaled), embeddings)


def weight_on_later_words(weights):
    leaks = []
    for i, row in enumerate(weights):
        leaks.append(sum(float(w) for w in row[i + 1 :]))
    return np.array(leaks)
