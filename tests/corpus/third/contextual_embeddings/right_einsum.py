# right: one einsum per function, in double precision, with a comparison of index grids for "later".
import numpy as np


def static_embedding(meanings: np.ndarray, counts: np.ndarray) -> np.ndarray:
    return np.einsum("m,md->d", counts.astype(float), meanings.astype(float)) / float(counts.sum())


def mix(weights: np.ndarray, embeddings: np.ndarray) -> np.ndarray:
    return np.einsum("nw,wd->nd", weights.astype(float), embeddings.astype(float))


def similarity_weights(embeddings: np.ndarray, scaled: bool = False) -> np.ndarray:
    e = embeddings.astype(float)
    scores = np.einsum("id,jd->ij", e, e)
    if scaled:
        scores *= embeddings.shape[-1] ** -0.5
    scores -= scores.max(axis=-1, keepdims=True)
    np.exp(scores, out=scores)
    return np.einsum("ij,i->ij", scores, 1.0 / np.einsum("ij->i", scores))


def contextual_embeddings(embeddings: np.ndarray, scaled: bool = False) -> np.ndarray:
    return np.einsum("ij,jd->id", similarity_weights(embeddings, scaled), embeddings.astype(float))


def weight_on_later_words(weights: np.ndarray) -> np.ndarray:
    i, j = np.indices(weights.shape)
    return np.einsum("ij,ij->i", weights, (j > i).astype(float))
