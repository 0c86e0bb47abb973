# wrong: weight_on_later_words takes 1 minus the weights up to the diagonal; shows for rows that do not add up to 1
import numpy as np


class Sentence:
    def __init__(self, embeddings):
        self.e = np.array(embeddings, dtype=np.float64)

    def weights(self, temperature):
        scores = np.einsum("id,jd->ij", self.e, self.e) / temperature
        scores -= scores.max(axis=1, keepdims=True)
        np.exp(scores, out=scores)
        return scores / np.add.reduce(scores, axis=1)[:, None]

    def mixed(self, weights):
        return np.einsum("ij,jd->id", weights, self.e)

    def temperature(self, scaled):
        return self.e.shape[1] ** 0.5 if scaled else 1


def static_embedding(meanings, counts):
    return np.average(meanings, axis=0, weights=counts)


def mix(weights, embeddings):
    return Sentence(embeddings).mixed(weights)


def similarity_weights(embeddings, scaled=False):
    sentence = Sentence(embeddings)
    return sentence.weights(sentence.temperature(scaled))


def contextual_embeddings(embeddings, scaled=False):
    sentence = Sentence(embeddings)
    return sentence.mixed(sentence.weights(sentence.temperature(scaled)))


def weight_on_later_words(weights):
    return 1 - np.einsum("ij->i", np.tril(weights))
