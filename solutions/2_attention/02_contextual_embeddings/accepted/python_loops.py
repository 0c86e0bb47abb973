"""Lists and loops, one word at a time."""

import math


def static_embedding(meanings, counts):
    total = sum(int(count) for count in counts)
    return [
        sum(float(m[k]) * int(c) for m, c in zip(meanings, counts, strict=True)) / total
        for k in range(len(meanings[0]))
    ]


def mix(weights, embeddings):
    width = len(embeddings[0])
    new = []
    for recipe in weights:
        vector = [0.0] * width
        for share, word in zip(recipe, embeddings, strict=True):
            for k in range(width):
                vector[k] += float(share) * float(word[k])
        new.append(vector)
    return new


def similarity_weights(embeddings, scaled=False):
    root = math.sqrt(len(embeddings[0])) if scaled else 1.0
    rows = []
    for word in embeddings:
        scores = [sum(float(a) * float(b) for a, b in zip(word, other, strict=True)) / root for other in embeddings]
        largest = max(scores)
        exponentials = [math.exp(score - largest) for score in scores]
        total = math.fsum(exponentials)
        rows.append([value / total for value in exponentials])
    return rows


def contextual_embeddings(embeddings, scaled=False):
    return mix(similarity_weights(embeddings, scaled=scaled), embeddings)


def weight_on_later_words(weights):
    return [float(sum(row[i + 1 :])) for i, row in enumerate(weights)]
