# wrong: static_embedding keeps the counts in two bytes; shows for a count over 65535
import numpy as np


def static_embedding(meanings, counts):
    counts = np.asarray(counts).astype(np.uint16)
    return (counts[:, None] * meanings).sum(axis=0) / counts.sum()


def mix(weights, embeddings):
    return np.dot(weights, embeddings)


def similarity_weights(embeddings, scaled=False):
    scores = np.inner(embeddings, embeddings)
    if scaled:
        scores = scores / embeddings.shape[1] ** 0.5
    powers = np.exp(scores)
    return powers / powers.sum(axis=1)[:, None]


def contextual_embeddings(embeddings, scaled=False):
    return mix(similarity_weights(embeddings, scaled), embeddings)


def weight_on_later_words(weights):
    return np.array([sum(row[i + 1 :]) for i, row in enumerate(weights)])
