# right: a small class for a sentence; leak from reversed running sums; results in Fortran order and read-only.
import numpy as np


def _frozen(a):
    a = np.asfortranarray(a)
    a.flags.writeable = False
    return a


class Sentence:
    def __init__(self, vectors):
        self.vectors = np.array(vectors, dtype=np.float64)

    @property
    def width(self):
        return self.vectors.shape[1]

    def scores(self, scaled):
        s = np.inner(self.vectors, self.vectors)
        return s / np.sqrt(self.width) if scaled else s

    def weights(self, scaled):
        s = self.scores(scaled)
        # 1 / sum_m exp(s_im - s_ij) for every pair
        return 1.0 / np.exp(s[:, None, :] - s[:, :, None]).sum(axis=2)


def static_embedding(meanings, counts):
    return _frozen(np.average(np.array(meanings, dtype=float), axis=0, weights=counts))


def mix(weights, embeddings):
    return _frozen(np.dot(np.array(weights, dtype=float), np.array(embeddings, dtype=float)))


def similarity_weights(embeddings, scaled=False):
    return _frozen(Sentence(embeddings).weights(scaled))


def contextual_embeddings(embeddings, scaled=False):
    s = Sentence(embeddings)
    return mix(s.weights(scaled), s.vectors)


def weight_on_later_words(weights):
    w = np.array(weights, dtype=float)
    n = len(w)
    # running[i, j] = sum of w[i, j:], with one column of zeros past the end
    running = np.concatenate([np.cumsum(w[:, ::-1], axis=1)[:, ::-1], np.zeros((n, 1))], axis=1)
    return _frozen(running[np.arange(n), np.arange(1, n + 1)])
