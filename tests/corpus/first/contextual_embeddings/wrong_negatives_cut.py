# wrong: similarity_weights: negative dot products are raised to 0 before the softmax; shows with words that point apart
"""From one vector a word to one vector a word in its sentence, without a single parameter."""

import math
import numpy as np


def static_embedding(meanings: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """The one vector a word gets when all its uses are averaged.

    meanings: (meaning, d), one vector for each meaning of the word.
    counts: (meaning,), how many sentences use the word in that meaning.
    Returns (d,).
    """
    total = 0
    vector = [0.0] * len(meanings[0])
    for meaning, count in zip(meanings, counts):
        total += int(count) if int(count) == count else float(count)
        for j, number in enumerate(meaning):
            vector[j] += float(count) * float(number)
    return np.array([number / total for number in vector])


def mix(weights: np.ndarray, embeddings: np.ndarray) -> np.ndarray:
    """New vectors as weighted sums of the old ones: row i of weights is the recipe of new vector i.

    weights: (new, word), used as they are.  embeddings: (word, d).
    Returns (new, d); the old embeddings stay as they were.
    """
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
    scores = []
    for other in embeddings:
        score = float(np.dot(word, other))
        if scaled:
            score /= math.sqrt(len(word))
        scores.append(max(score, 0.0))
    e = np.exp(scores)
    return list(e / e.sum())


def similarity_weights(embeddings: np.ndarray, scaled: bool = False) -> np.ndarray:
    """Weights from dot products: how much each word takes from each word of its sentence.

    embeddings: (word, d).
    Returns (word, word): softmax over the last axis of the dot products of all pairs of words.
        With scaled=True the dot products are divided by √d first.
    """
    return np.array([weights_of(word, embeddings, scaled) for word in embeddings])


def contextual_embeddings(embeddings: np.ndarray, scaled: bool = False) -> np.ndarray:
    """Self-attention without parameters: every word becomes a mix of the words of its sentence.

    embeddings: (word, d).  Returns (word, d).
    """
    new = []
    for word in embeddings:
        recipe = weights_of(word, embeddings, scaled)
        vector = np.zeros(len(word))
        for amount, other in zip(recipe, embeddings):
            vector = vector + amount * other
        new.append(vector)
    return np.array(new)


def weight_on_later_words(weights: np.ndarray) -> np.ndarray:
    """The data leak: how much of each word's new vector comes from words after it.

    weights: (word, word), rows the words in their order.  Returns (word,).
    """
    later = []
    for i in range(len(weights)):
        later.append(sum((float(w) for w in weights[i][i + 1:]), 0.0))
    return np.array(later)
