# wrong: similarity_weights: divides by the root after the softmax, softmax down the columns; weight_on_later_words: diagonal
import numpy as np
import torch


def tensor(x):
    return torch.tensor(np.array(x, dtype=np.float64, order="C"))


def static_embedding(meanings, counts):
    c = tensor(counts)
    return ((c / c.sum()).unsqueeze(1) * tensor(meanings)).sum(dim=0).numpy()


def mix(weights, embeddings):
    return torch.einsum("nw,wd->nd", tensor(weights), tensor(embeddings)).numpy()


def similarity_weights(embeddings, scaled=False):
    E = tensor(embeddings)
    W = torch.softmax(E @ E.T, dim=0)
    if scaled:
        W = W / E.shape[1] ** 0.5
    return W.numpy()


def contextual_embeddings(embeddings, scaled=False):
    W = tensor(similarity_weights(embeddings, scaled=scaled))
    return (W @ tensor(embeddings)).numpy()


def weight_on_later_words(weights):
    return torch.triu(tensor(weights)).sum(dim=-1).numpy()
