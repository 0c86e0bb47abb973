# wrong: the leak is computed as 1 minus the weight on the words up to i, which assumes rows that add up to 1; shows for S1's rows that add up to 1.001, or any other weights.
import torch
import numpy as np


def _t(a):
    return torch.as_tensor(np.asarray(a, dtype=np.float64))


def static_embedding(meanings, counts):
    c = _t(counts)
    return (c @ _t(meanings) / c.sum()).numpy()


def mix(weights, embeddings):
    return (_t(weights) @ _t(embeddings)).numpy()


def similarity_weights(embeddings, scaled=False):
    e = _t(embeddings)
    scores = e @ e.T
    if scaled:
        scores = scores / e.shape[1] ** 0.5
    return torch.softmax(scores, dim=-1).numpy()


def contextual_embeddings(embeddings, scaled=False):
    return mix(similarity_weights(embeddings, scaled), embeddings)


def weight_on_later_words(weights):
    seen = torch.tril(_t(weights)).sum(dim=1)
    return (1 - seen).numpy()
