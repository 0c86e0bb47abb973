# wrong: similarity_weights with scaled=True divides by the root of the number of words; shows when it is not d
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
    scores = e @ e.T
    if scaled:
        scores = scores / scores.size(-1) ** 0.5
    return scores.softmax(dim=1).numpy()


def contextual_embeddings(embeddings, scaled=False):
    return mix(similarity_weights(embeddings, scaled=scaled), embeddings)


def weight_on_later_words(weights):
    w = tensor(weights)
    n = len(w)
    later = torch.arange(n)[None, :] > torch.arange(n)[:, None]
    return w.masked_fill(~later, 0.0).sum(dim=-1).numpy()
