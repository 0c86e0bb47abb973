"""From one vector per word to one vector per word and sentence, without a single parameter."""

import numpy as np


def static_embedding(meanings: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """The one vector a word gets when all its uses are averaged.

    meanings: (meaning, d), one vector for each meaning of the word.
    counts: (meaning,), how many sentences use the word in that meaning.
    Returns (d,).
    """
    raise NotImplementedError


def mix(weights: np.ndarray, embeddings: np.ndarray) -> np.ndarray:
    """New vectors as weighted sums of the old ones: row i of weights is the recipe of new vector i.

    weights: (new, word), used as they are.  embeddings: (word, d).
    Returns (new, d); the old embeddings stay as they were.
    """
    raise NotImplementedError


def similarity_weights(embeddings: np.ndarray, scaled: bool = False) -> np.ndarray:
    """Weights from dot products: how much each word takes from each word of its sentence.

    embeddings: (word, d).
    Returns (word, word): softmax over the last axis of the dot products of all pairs of words.
        With scaled=True the dot products are divided by √d first.
    """
    raise NotImplementedError


def contextual_embeddings(embeddings: np.ndarray, scaled: bool = False) -> np.ndarray:
    """Self-attention without parameters: every word becomes a mix of the words of its sentence.

    embeddings: (word, d).  Returns (word, d).
    """
    raise NotImplementedError


def weight_on_later_words(weights: np.ndarray) -> np.ndarray:
    """The data leak: for each word, the sum of its weights on the words after it.

    weights: (word, word), one row per word, in order, used as they are.  Returns (word,).
    """
    raise NotImplementedError
