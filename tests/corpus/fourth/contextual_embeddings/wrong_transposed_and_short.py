# wrong: two mistakes: mix uses the columns of the weights as recipes, and the last word is left out of the leaks.
import numpy as np
import torch


def static_embedding(meanings, counts):
    shares = torch.tensor(counts, dtype=torch.float64)
    shares = shares / shares.sum()
    return torch.einsum("m,md->d", shares, torch.tensor(meanings, dtype=torch.float64)).numpy()


def mix(weights, embeddings):
    return np.einsum("wn,wd->nd", weights, embeddings)


def similarity_weights(embeddings, scaled=False):
    E = torch.tensor(np.array(embeddings), dtype=torch.float64)
    scale = E.shape[-1] ** 0.5 if scaled else 1.0
    return torch.softmax(E @ E.T / scale, dim=-1).numpy()


def contextual_embeddings(embeddings, scaled=False):
    return mix(similarity_weights(embeddings, scaled), embeddings)


def weight_on_later_words(weights):
    return np.array([weights[i, i + 1:].sum() for i in range(len(weights) - 1)])
