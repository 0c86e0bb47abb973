# wrong: static_embedding: counts multiply the columns, not the rows; shows if meanings is not diagonal (or meaning != d)
"""From one vector a word to one vector a word in its sentence, without a single parameter."""

import numpy as np


def static_embedding(meanings: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """The one vector a word gets when all its uses are averaged.

    meanings: (meaning, d), one vector for each meaning of the word.
    counts: (meaning,), how many sentences use the word in that meaning.
    Returns (d,).
    """
    return (meanings * counts).sum(axis=0) / counts.sum()


def mix(weights: np.ndarray, embeddings: np.ndarray) -> np.ndarray:
    """New vectors as weighted sums of the old ones: row i of weights is the recipe of new vector i.

    weights: (new, word), used as they are.  embeddings: (word, d).
    Returns (new, d); the old embeddings stay as they were.
    """
    return weights @ embeddings


def similarity_weights(embeddings: np.ndarray, scaled: bool = False) -> np.ndarray:
    """Weights from dot products: how much each word takes from each word of its sentence.

    embeddings: (word, d).
    Returns (word, word): softmax over the last axis of the dot products of all pairs of words.
        With scaled=True the dot products are divided by √d first.
    """
    scores = embeddings @ embeddings.T
    if scaled:
        scores = scores / np.sqrt(embeddings.shape[1])
    e = np.exp(scores)
    return e / e.sum(axis=-1, keepdims=True)


def contextual_embeddings(embeddings: np.ndarray, scaled: bool = False) -> np.ndarray:
    """Self-attention without parameters: every word becomes a mix of the words of its sentence.

    embeddings: (word, d).  Returns (word, d).
    """
    return mix(similarity_weights(embeddings, scaled), embeddings)


def weight_on_later_words(weights: np.ndarray) -> np.ndarray:
    """The data leak: how much of each word's new vector comes from words after it.

    weights: (word, word), rows the words in their order.  Returns (word,).
    """
    return np.triu(weights, k=1).sum(axis=1)
