# wrong: weight_on_later_words zeroes the lower triangle of the caller's own array; the result is right but the weights are changed, so a second call or use of them sees other numbers.
import numpy as np


def static_embedding(meanings, counts):
    return np.average(meanings, axis=0, weights=counts)


def mix(weights, embeddings):
    return np.tensordot(weights, embeddings, axes=1)


def similarity_weights(embeddings, scaled=False):
    scores = np.tensordot(embeddings, embeddings, axes=(1, 1))
    if scaled:
        scores = scores / np.sqrt(embeddings.shape[1])
    w = np.exp(scores)
    w /= w.sum(axis=1, keepdims=True)
    return w


def contextual_embeddings(embeddings, scaled=False):
    return mix(similarity_weights(embeddings, scaled), embeddings)


def weight_on_later_words(weights):
    later = np.asarray(weights)
    later[np.tril_indices(len(later))] = 0
    return later.sum(axis=1)
