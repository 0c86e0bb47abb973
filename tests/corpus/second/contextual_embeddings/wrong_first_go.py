# wrong: similarity_weights sums down the columns and scales finished weights; contextual_embeddings takes a second softmax; most inputs
import numpy as np
import torch


def tensor(a):
    return torch.from_numpy(np.array(a, dtype=np.float32, order="C"))


def static_embedding(meanings, counts):
    m = tensor(meanings)
    c = tensor(counts)
    return ((c / c.sum())[:, None] * m).sum(0).numpy()


def mix(weights, embeddings):
    w = tensor(weights)
    return (w @ tensor(embeddings)).numpy()


def similarity_weights(embeddings, scaled=False):
    e = tensor(embeddings)
    weights = torch.softmax(e @ e.T, dim=0)
    if scaled:
        weights = weights / e.shape[1] ** 0.5
    return weights.numpy()


def contextual_embeddings(embeddings, scaled=False):
    weights = torch.tensor(similarity_weights(embeddings, scaled))
    return mix(torch.softmax(weights, dim=-1).numpy(), embeddings)


def weight_on_later_words(weights):
    w = tensor(weights)
    n = len(w)
    later = torch.arange(n)[None, :] > torch.arange(n)[:, None]
    return w.masked_fill(~later, 0.0).sum(dim=-1).numpy()
