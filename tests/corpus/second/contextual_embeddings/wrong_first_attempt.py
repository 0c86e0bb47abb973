# wrong: static_embedding divides by the number of meanings and rounds to one place; weight_on_later_words counts the word itself
import numpy as np


def static_embedding(meanings, counts):
    shares = np.round(counts / np.sum(counts), 1)
    return (shares[:, None] * meanings).mean(axis=0)


def mix(weights, embeddings):
    return weights @ embeddings


def similarity_weights(embeddings, scaled=False):
    embeddings = np.asarray(embeddings, dtype=float)
    scores = embeddings @ embeddings.T
    if scaled:
        scores = scores / np.sqrt(embeddings.shape[1])
    e = np.exp(scores)
    return e / e.sum(axis=-1, keepdims=True)


def contextual_embeddings(embeddings, scaled=False):
    return mix(similarity_weights(embeddings, scaled), embeddings)


def weight_on_later_words(weights):
    return np.array([row[i:].sum() for i, row in enumerate(weights)])
