# wrong: two mistakes: the static vector is kept in the dtype of the meanings (whole numbers are cut off), and contextual_embeddings forgets to hand `scaled` on.
import numpy as np


def static_embedding(meanings, counts):
    average = np.zeros_like(meanings[0])
    for meaning, share in zip(meanings, counts / np.sum(counts)):
        average = average + (share * meaning).astype(average.dtype)
    return average


def mix(weights, embeddings):
    return np.asarray(weights) @ np.asarray(embeddings)


def similarity_weights(embeddings, scaled=False):
    E = np.asarray(embeddings, dtype=float)
    scores = E @ E.T
    if scaled:
        scores = scores / np.sqrt(E.shape[1])
    powers = np.exp(scores)
    return powers / powers.sum(axis=-1, keepdims=True)


def contextual_embeddings(embeddings, scaled=False):
    return mix(similarity_weights(embeddings), embeddings)


def weight_on_later_words(weights):
    return np.triu(weights, k=1).sum(axis=1)
