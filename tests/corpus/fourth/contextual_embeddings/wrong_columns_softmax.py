# wrong: the softmax runs down the columns, so that the columns add up to 1 instead of the rows.
import numpy as np
import torch


def static_embedding(meanings, counts):
    shares = torch.tensor(counts, dtype=torch.float64)
    shares = shares / shares.sum()
    return torch.einsum("m,md->d", shares, torch.tensor(meanings, dtype=torch.float64)).numpy()


def mix(weights, embeddings):
    return np.einsum("nw,wd->nd", weights, embeddings)


def similarity_weights(embeddings, scaled=False):
    E = torch.as_tensor(embeddings).double()
    scores = E.matmul(E.t())
    if scaled:
        scores = scores / E.size(1) ** 0.5
    return scores.softmax(0).numpy()


def contextual_embeddings(embeddings, scaled=False):
    return mix(similarity_weights(embeddings, scaled), embeddings)


def weight_on_later_words(weights):
    place = np.arange(len(weights))
    later = place[None, :] > place[:, None]
    return np.where(later, weights, 0).sum(-1)
