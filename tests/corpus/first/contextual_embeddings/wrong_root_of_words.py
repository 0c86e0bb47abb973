# wrong: similarity_weights: scaled=True divides by the root of len(embeddings), the words, not of d; shows if they differ
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
    scores = E @ E.T
    if scaled:
        d = len(E)
        scores = scores / d ** 0.5
    return torch.softmax(scores, dim=-1).numpy()


def contextual_embeddings(embeddings, scaled=False):
    W = tensor(similarity_weights(embeddings, scaled=scaled))
    return (W @ tensor(embeddings)).numpy()


def weight_on_later_words(weights):
    return tensor(weights).triu(diagonal=1).sum(dim=1).numpy()
