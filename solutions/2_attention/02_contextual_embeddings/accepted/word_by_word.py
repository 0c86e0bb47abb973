"""Each new vector by itself: all contributions share · word written out, then added."""

import numpy as np


def static_embedding(meanings, counts):
    uses = np.repeat(meanings, counts, axis=0)  # one row a sentence
    return uses.mean(axis=0)


def mix(weights, embeddings):
    return np.array([(recipe[:, None] * embeddings).sum(axis=0) for recipe in weights])


def similarity_weights(embeddings, scaled=False):
    words = embeddings / embeddings.shape[1] ** 0.25 if scaled else embeddings
    return np.stack([np.exp(words @ word) / np.exp(words @ word).sum() for word in words])


def contextual_embeddings(embeddings, scaled=False):
    new = np.zeros(embeddings.shape)
    for i, recipe in enumerate(similarity_weights(embeddings, scaled)):
        for share, word in zip(recipe, embeddings, strict=True):
            new[i] += share * word
    return new


def weight_on_later_words(weights):
    return np.where(np.tri(*weights.shape, dtype=bool), 0.0, weights).sum(axis=-1)
