# right: torch in float64: softmax(dim=-1), einsum, triu(1)
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
    temperature = E.shape[-1] ** 0.5 if scaled else 1.0
    return torch.softmax(E @ E.T / temperature, dim=-1).numpy()

def contextual_embeddings(embeddings, scaled=False):
    W = tensor(similarity_weights(embeddings, scaled=scaled))
    return (W @ tensor(embeddings)).numpy()

def weight_on_later_words(weights):
    return tensor(weights).triu(diagonal=1).sum(dim=1).numpy()
