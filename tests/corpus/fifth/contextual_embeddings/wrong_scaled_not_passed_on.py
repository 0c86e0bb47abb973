# wrong: contextual_embeddings calls similarity_weights without scaled: scaled=True changes nothing there.
import numpy as np


def static_embedding(meanings, counts):
    return counts @ meanings / counts.sum()


def mix(weights, embeddings):
    return weights @ embeddings


def similarity_weights(embeddings, scaled=False):
    scores = embeddings @ embeddings.T
    if scaled:
        scores = scores / np.sqrt(embeddings.shape[1])
    scores = np.exp(scores - scores.max(axis=1, keepdims=True))
    return scores / scores.sum(axis=1, keepdims=True)


def contextual_embeddings(embeddings, scaled=False):
    weights = similarity_weights(embeddings)
    return mix(weights, embeddings)


def weight_on_later_words(weights):
    return np.triu(weights, k=1).sum(axis=1)
