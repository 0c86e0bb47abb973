# wrong: two mistakes: static_embedding is the plain mean of the meanings (counts only select meanings in use), and scaled=True divides by d, not by its root; shows for unequal counts and for scaled with d > 1.
import numpy as np


def static_embedding(meanings: np.ndarray, counts: np.ndarray) -> np.ndarray:
    used = meanings[counts > 0]
    return used.mean(axis=0)


def mix(weights: np.ndarray, embeddings: np.ndarray) -> np.ndarray:
    rows = []
    for recipe in weights:
        row = np.zeros(embeddings.shape[1])
        for w, e in zip(recipe, embeddings):
            row = row + w * e
        rows.append(row)
    return np.stack(rows)


def similarity_weights(embeddings: np.ndarray, scaled: bool = False) -> np.ndarray:
    rows = []
    for e in embeddings:
        scores = embeddings @ e
        if scaled:
            scores = scores / embeddings.shape[1]
        exps = np.exp(scores)
        rows.append(exps / exps.sum())
    return np.stack(rows)


def contextual_embeddings(embeddings: np.ndarray, scaled: bool = False) -> np.ndarray:
    return mix(similarity_weights(embeddings, scaled), embeddings)


def weight_on_later_words(weights: np.ndarray) -> np.ndarray:
    return np.stack([weights[i, i + 1:].sum() for i in range(len(weights))])
