# right: torch softmax in double precision, einsum, a mask of places.
import numpy as np
import torch


def static_embedding(meanings, counts):
    shares = torch.tensor(counts, dtype=torch.float64)
    shares = shares / shares.sum()
    return torch.einsum("m,md->d", shares, torch.tensor(meanings, dtype=torch.float64)).numpy()


def mix(weights, embeddings):
    return np.einsum("nw,wd->nd", weights, embeddings)


def similarity_weights(embeddings, scaled=False):
    E = torch.tensor(np.array(embeddings), dtype=torch.float64)
    scale = E.shape[-1] ** 0.5 if scaled else 1.0
    return torch.softmax(E @ E.T / scale, dim=-1).numpy()


def contextual_embeddings(embeddings, scaled=False):
    return mix(similarity_weights(embeddings, scaled), embeddings)


def weight_on_later_words(weights):
    place = np.arange(len(weights))
    later = place[None, :] > place[:, None]
    return np.where(later, weights, 0).sum(-1)
