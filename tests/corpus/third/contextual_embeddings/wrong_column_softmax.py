# wrong: the softmax divides by the sums of the columns, so row i no longer adds up to 1; shows whenever the row sums of exp(E E^T) differ.
import numpy as np


def softmax(z, axis):
    z = np.exp(z)
    return z / np.sum(z, axis=axis)


def static_embedding(meanings: np.ndarray, counts: np.ndarray) -> np.ndarray:
    share = counts / np.sum(counts)
    return share @ meanings


def mix(weights: np.ndarray, embeddings: np.ndarray) -> np.ndarray:
    return np.matmul(weights, embeddings)


def similarity_weights(embeddings: np.ndarray, scaled: bool = False) -> np.ndarray:
    dots = np.einsum("id,jd->ij", embeddings, embeddings)
    factor = embeddings.shape[-1] ** 0.5 if scaled else 1.0
    # every row i is divided by its own sum
    return softmax(dots / factor, axis=-1)


def contextual_embeddings(embeddings: np.ndarray, scaled: bool = False) -> np.ndarray:
    return mix(similarity_weights(embeddings, scaled), embeddings)


def weight_on_later_words(weights: np.ndarray) -> np.ndarray:
    n = len(weights)
    return np.array([weights[i, i + 1:].sum() for i in range(n)])
