# wrong: weight_on_later_words: 1 minus the weight up to the word; wrong for rows that do not add up to 1 (S1's IS, CAT: 1.001)
"""From one vector a word to one vector a word in its sentence, without a single parameter."""

import numpy as np
import torch


def tensor(x):
    return torch.tensor(np.array(x, dtype=np.float64, order="C"))


def static_embedding(meanings: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """The one vector a word gets when all its uses are averaged.

    meanings: (meaning, d), one vector for each meaning of the word.
    counts: (meaning,), how many sentences use the word in that meaning.
    Returns (d,).
    """
    c = tensor(counts)
    return ((c / c.sum()).unsqueeze(1) * tensor(meanings)).sum(dim=0).numpy()


def mix(weights: np.ndarray, embeddings: np.ndarray) -> np.ndarray:
    """New vectors as weighted sums of the old ones: row i of weights is the recipe of new vector i.

    weights: (new, word), used as they are.  embeddings: (word, d).
    Returns (new, d); the old embeddings stay as they were.
    """
    return torch.einsum("nw,wd->nd", tensor(weights), tensor(embeddings)).numpy()


def similarity_weights(embeddings: np.ndarray, scaled: bool = False) -> np.ndarray:
    """Weights from dot products: how much each word takes from each word of its sentence.

    embeddings: (word, d).
    Returns (word, word): softmax over the last axis of the dot products of all pairs of words.
        With scaled=True the dot products are divided by √d first.
    """
    E = tensor(embeddings)
    temperature = E.shape[-1] ** 0.5 if scaled else 1.0
    return torch.softmax(E @ E.T / temperature, dim=-1).numpy()


def contextual_embeddings(embeddings: np.ndarray, scaled: bool = False) -> np.ndarray:
    """Self-attention without parameters: every word becomes a mix of the words of its sentence.

    embeddings: (word, d).  Returns (word, d).
    """
    W = tensor(similarity_weights(embeddings, scaled=scaled))
    return (W @ tensor(embeddings)).numpy()


def weight_on_later_words(weights: np.ndarray) -> np.ndarray:
    """The data leak: how much of each word's new vector comes from words after it.

    weights: (word, word), rows the words in their order.  Returns (word,).
    """
    so_far = torch.cumsum(tensor(weights), dim=1)
    return (1 - torch.diagonal(so_far)).numpy()
