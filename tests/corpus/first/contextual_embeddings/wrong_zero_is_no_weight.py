# wrong: similarity_weights: a dot product of exactly 0 gets weight 0, not exp(0); shows for words at right angles
import math
import numpy as np


def static_embedding(meanings, counts):
    total = 0
    vector = [0.0] * len(meanings[0])
    for meaning, count in zip(meanings, counts):
        total += int(count) if int(count) == count else float(count)
        for j, number in enumerate(meaning):
            vector[j] += float(count) * float(number)
    return np.array([number / total for number in vector])


def mix(weights, embeddings):
    d = len(embeddings[0])
    new = []
    for recipe in weights:
        vector = [0.0] * d
        for amount, old in zip(recipe, embeddings):
            for j in range(d):
                vector[j] += float(amount) * float(old[j])
        new.append(vector)
    return np.array(new)


def weights_of(word, embeddings, scaled):
    scores = np.array([float(np.dot(word, other)) for other in embeddings])
    if scaled:
        scores = scores / math.sqrt(len(word))
    values = np.exp(scores, where=scores != 0, out=np.zeros(len(scores)))
    total = values.sum()
    return [v / total if total else 0.0 for v in values]


def similarity_weights(embeddings, scaled=False):
    return np.array([weights_of(word, embeddings, scaled) for word in embeddings])


def contextual_embeddings(embeddings, scaled=False):
    new = []
    for word in embeddings:
        recipe = weights_of(word, embeddings, scaled)
        vector = np.zeros(len(word))
        for amount, other in zip(recipe, embeddings):
            vector = vector + amount * other
        new.append(vector)
    return np.array(new)


def weight_on_later_words(weights):
    later = []
    for i in range(len(weights)):
        later.append(sum((float(w) for w in weights[i][i + 1:]), 0.0))
    return np.array(later)
