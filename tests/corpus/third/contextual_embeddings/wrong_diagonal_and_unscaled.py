# wrong: two mistakes: weight_on_later_words counts the word itself as later, and contextual_embeddings forgets to hand on `scaled`; shows for any nonzero diagonal and for scaled=True.
import numpy as np


def static_embedding(meanings: np.ndarray, counts: np.ndarray) -> np.ndarray:
    return np.sum(meanings * counts.reshape(-1, 1), axis=0) / np.sum(counts)


def mix(weights: np.ndarray, embeddings: np.ndarray) -> np.ndarray:
    return (weights[:, :, None] * embeddings[None, :, :]).sum(axis=1)


def similarity_weights(embeddings: np.ndarray, scaled: bool = False) -> np.ndarray:
    scores = np.inner(embeddings, embeddings)
    if scaled:
        scores = scores / np.sqrt(embeddings.shape[1])
    scores = np.exp(scores)
    return scores / np.sum(scores, axis=1, keepdims=True)


def contextual_embeddings(embeddings: np.ndarray, scaled: bool = False) -> np.ndarray:
    return mix(similarity_weights(embeddings), embeddings)


def weight_on_later_words(weights: np.ndarray) -> np.ndarray:
    return np.triu(weights).sum(axis=1)
