# wrong: contextual_embeddings does not hand scaled on to the weights; shows with scaled=True and d above 1
import numpy as np


def static_embedding(meanings, counts):
    shares = counts / np.sum(counts)
    return shares @ meanings


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
    weights = similarity_weights(embeddings)
    return mix(weights, embeddings)


def weight_on_later_words(weights):
    return np.triu(weights, k=1).sum(axis=1)
