# wrong: words at right angles (dot product exactly 0) are treated as unrelated and get weight 0 instead of exp(0); shows as soon as two words are orthogonal, e.g. [2, 0] and [0, 1].
import numpy as np


class SelfAttention:
    """No parameters; only remembers whether to scale."""

    def __init__(self, scaled):
        self.scaled = scaled

    def weights(self, e):
        scores = np.asarray(e @ e.T, dtype=float)
        if self.scaled:
            scores = scores / np.sqrt(e.shape[-1])
        # words that have nothing in common do not listen to each other
        related = scores != 0
        ex = np.where(related, np.exp(scores), 0.0)
        sums = ex.sum(axis=-1, keepdims=True)
        # a vector of zeros is related to nothing: it stays itself
        return np.where(sums > 0, ex / np.where(sums > 0, sums, 1), np.eye(len(e)))

    def __call__(self, e):
        return self.weights(e) @ e


def static_embedding(meanings, counts):
    p = counts / counts.sum()
    return (p[:, None] * meanings).sum(0)


def mix(weights, embeddings):
    return weights @ embeddings


def similarity_weights(embeddings, scaled=False):
    return SelfAttention(scaled).weights(embeddings)


def contextual_embeddings(embeddings, scaled=False):
    return SelfAttention(scaled)(embeddings)


def weight_on_later_words(weights):
    return np.triu(weights, 1).sum(1)
