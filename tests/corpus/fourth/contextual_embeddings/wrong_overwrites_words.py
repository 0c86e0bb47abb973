# wrong: mix writes the new vectors over a copy of the old ones, so later words are mixed from changed words; with more recipes than words it fails.
import numpy as np


def static_embedding(meanings, counts):
    counts = np.asarray(counts, dtype=float)
    return counts @ np.asarray(meanings, dtype=float) / counts.sum()


def mix(weights, embeddings):
    result = np.array(embeddings, dtype=float)
    for i in range(len(weights)):
        result[i] = weights[i] @ result
    return result


def similarity_weights(embeddings, scaled=False):
    E = np.asarray(embeddings, dtype=float)
    scores = E @ E.T
    if scaled:
        scores = scores / np.sqrt(E.shape[1])
    powers = np.exp(scores)
    return powers / powers.sum(axis=-1, keepdims=True)


def contextual_embeddings(embeddings, scaled=False):
    return similarity_weights(embeddings, scaled) @ embeddings


def weight_on_later_words(weights):
    return np.triu(weights, k=1).sum(axis=1)
