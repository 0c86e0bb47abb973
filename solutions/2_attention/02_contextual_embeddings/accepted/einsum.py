"""einsum for every product, the later words by a comparison of positions."""

import numpy as np


def static_embedding(meanings, counts):
    return np.einsum("m,md->d", counts, meanings) / np.einsum("m->", counts)


def mix(weights, embeddings):
    return np.einsum("nw,wd->nd", weights, embeddings)


def similarity_weights(embeddings, scaled=False):
    scale = embeddings.shape[1] ** -0.5 if scaled else 1.0
    scores = np.einsum("id,jd->ij", embeddings * scale, embeddings)
    return np.exp(scores - np.logaddexp.reduce(scores, axis=1)[:, None])


def contextual_embeddings(embeddings, scaled=False):
    return np.einsum("ij,jd->id", similarity_weights(embeddings, scaled), embeddings)


def weight_on_later_words(weights):
    position = np.arange(len(weights))
    return np.einsum("ij,ij->i", weights, position[None, :] > position[:, None])
