# wrong: mix divides every recipe by its sum although the weights are to be used as they are; shows for rows that do not add up to 1, such as plain dot products (2, 2, 1).
"""From static to contextual vectors."""
import numpy as np


def static_embedding(meanings: np.ndarray, counts: np.ndarray) -> np.ndarray:
    # an average is a mix with one row, the counts
    return mix(counts[None, :], meanings)[0]


def mix(weights: np.ndarray, embeddings: np.ndarray) -> np.ndarray:
    total = weights.sum(axis=1, keepdims=True)
    return (weights @ embeddings) / total


def similarity_weights(embeddings: np.ndarray, scaled: bool = False) -> np.ndarray:
    root = np.sqrt(embeddings.shape[1]) if scaled else 1
    e = np.exp(embeddings @ embeddings.T / root)
    return e / e.sum(axis=1, keepdims=True)


def contextual_embeddings(embeddings: np.ndarray, scaled: bool = False) -> np.ndarray:
    return mix(similarity_weights(embeddings, scaled), embeddings)


def weight_on_later_words(weights: np.ndarray) -> np.ndarray:
    return np.array([row[i + 1:].sum() for i, row in enumerate(weights)])
