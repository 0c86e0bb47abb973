# right: a Sentence class in float32, scale split as d^(1/4) on both sides, index masks
import numpy as np


class Sentence:
    def __init__(self, vectors, scaled=False):
        self.vectors = np.array(vectors, dtype=np.float32)
        self.scaled = scaled

    @property
    def recipes(self):
        x = self.vectors
        if self.scaled:
            x = x / np.float32(x.shape[1] ** 0.25)
        scores = np.inner(x, x)
        scores = scores - scores.max(axis=1)[:, None]
        shares = np.exp(scores)
        return np.array([row / row.sum() for row in shares])

    def blend(self, recipes):
        recipes = np.asarray(recipes, dtype=np.float32)
        return (recipes[:, :, None] * self.vectors[None, :, :]).sum(axis=1)


def static_embedding(meanings, counts):
    return np.average(np.asarray(meanings), axis=0, weights=np.asarray(counts))


def mix(weights, embeddings):
    return Sentence(embeddings).blend(weights)


def similarity_weights(embeddings, scaled=False):
    return Sentence(embeddings, scaled).recipes


def contextual_embeddings(embeddings, scaled=False):
    sentence = Sentence(embeddings, scaled)
    return sentence.blend(sentence.recipes)


def weight_on_later_words(weights):
    position = np.arange(len(weights))
    later = position[None, :] > position[:, None]
    return np.where(later, weights, 0.0).sum(axis=1)
