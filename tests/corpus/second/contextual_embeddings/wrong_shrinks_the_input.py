# wrong: similarity_weights with scaled=True shrinks the embeddings in place; shows for decimal embeddings: the caller's array changes
import numpy as np


def static_embedding(meanings, counts):
    shares = counts / np.sum(counts)
    return shares @ meanings


def mix(weights, embeddings):
    return weights @ embeddings


def similarity_weights(embeddings, scaled=False):
    e = np.asarray(embeddings, dtype=float)
    if scaled:
        e /= e.shape[1] ** 0.25
    powers = np.exp(e @ e.T)
    return powers / powers.sum(axis=-1, keepdims=True)


def contextual_embeddings(embeddings, scaled=False):
    return mix(similarity_weights(embeddings.copy(), scaled), embeddings)


def weight_on_later_words(weights):
    return np.triu(weights, k=1).sum(axis=1)
