# wrong: the exps are divided by the sums of the columns: the rows do not add up to 1.
import numpy as np


def static_embedding(meanings, counts):
    return counts @ meanings / counts.sum()


def mix(weights, embeddings):
    return weights @ embeddings


def similarity_weights(embeddings, scaled=False):
    scores = np.exp(embeddings @ embeddings.T / (np.sqrt(embeddings.shape[1]) if scaled else 1))
    return scores / scores.sum(axis=0)


def contextual_embeddings(embeddings, scaled=False):
    return mix(similarity_weights(embeddings, scaled), embeddings)


def weight_on_later_words(weights):
    return np.triu(weights, k=1).sum(axis=1)
