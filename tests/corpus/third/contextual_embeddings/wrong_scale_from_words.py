# wrong: scaled=True divides by the root of the number of words instead of the width d; shows whenever the sentence does not have exactly d words.
import numpy as np


def static_embedding(meanings: np.ndarray, counts: np.ndarray) -> np.ndarray:
    return np.average(meanings, axis=0, weights=counts)


def mix(weights: np.ndarray, embeddings: np.ndarray) -> np.ndarray:
    return np.einsum("nw,wd->nd", weights, embeddings)


def _softmax_rows(scores):
    ex = np.exp(scores)
    return ex / ex.sum(-1, keepdims=True)


def similarity_weights(embeddings: np.ndarray, scaled: bool = False) -> np.ndarray:
    scores = np.dot(embeddings, embeddings.T)
    d = len(embeddings)
    return _softmax_rows(scores / np.sqrt(d) if scaled else scores)


def contextual_embeddings(embeddings: np.ndarray, scaled: bool = False) -> np.ndarray:
    w = similarity_weights(embeddings, scaled=scaled)
    return mix(w, embeddings)


def weight_on_later_words(weights: np.ndarray) -> np.ndarray:
    later = np.arange(weights.shape[1])[None, :] > np.arange(weights.shape[0])[:, None]
    return np.where(later, weights, 0).sum(axis=-1)
