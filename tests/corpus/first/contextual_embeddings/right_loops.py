# right: plain Python lists and loops, word by word, always reading the old vectors
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
    values = []
    for other in embeddings:
        score = sum(float(a) * float(b) for a, b in zip(word, other))
        if scaled:
            score /= math.sqrt(len(word))
        values.append(math.exp(score))
    total = sum(values)
    return [value / total for value in values]

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
