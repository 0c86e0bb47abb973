# wrong: similarity_weights: row sums without keepdims divide the columns; transposed weights if the row sums differ
import numpy as np


def static_embedding(meanings, counts):
    return counts @ meanings / counts.sum()


def mix(weights, embeddings):
    return weights @ embeddings


def similarity_weights(embeddings, scaled=False):
    scores = np.dot(embeddings, embeddings.T)
    if scaled:
        scores = scores / np.sqrt(embeddings.shape[1])
    exps = np.exp(scores)
    return exps / np.sum(exps, axis=1)


def contextual_embeddings(embeddings, scaled=False):
    return mix(similarity_weights(embeddings, scaled), embeddings)


def weight_on_later_words(weights):
    return np.triu(weights, k=1).sum(axis=1)
