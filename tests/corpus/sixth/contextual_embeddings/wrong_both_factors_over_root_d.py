# wrong: both embeddings are divided by √d before the dot product, so the scores are divided by d; it shows with scaled=True.
import numpy as np


def static_embedding(meanings, counts):
    return counts @ meanings / counts.sum()


def mix(weights, embeddings):
    return weights @ embeddings


def similarity_weights(embeddings, scaled=False):
    if scaled:
        embeddings = embeddings / np.sqrt(embeddings.shape[1])
    e = np.exp(embeddings @ embeddings.T)
    return e / e.sum(axis=1, keepdims=True)


def contextual_embeddings(embeddings, scaled=False):
    return mix(similarity_weights(embeddings, scaled), embeddings)


def weight_on_later_words(weights):
    return np.triu(weights, k=1).sum(axis=1)
