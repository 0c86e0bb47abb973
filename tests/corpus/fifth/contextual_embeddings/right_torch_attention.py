# right: PyTorch doubles, F.scaled_dot_product_attention for the contextual embeddings.
import numpy as np
import torch
import torch.nn.functional as F


def _t(array):
    return torch.from_numpy(np.array(array, dtype=np.float64))


def static_embedding(meanings, counts):
    shares = _t(counts) / _t(counts).sum()
    return torch.einsum("m,md->d", shares, _t(meanings)).numpy()


def mix(weights, embeddings):
    return torch.matmul(_t(weights), _t(embeddings)).numpy()


def similarity_weights(embeddings, scaled=False):
    E = _t(embeddings)
    scale = E.size(1) ** -0.5 if scaled else 1.0
    return torch.softmax(scale * (E @ E.mT), dim=-1).numpy()


def contextual_embeddings(embeddings, scaled=False):
    E = _t(embeddings)[None]
    return F.scaled_dot_product_attention(E, E, E, scale=None if scaled else 1.0)[0].numpy()


def weight_on_later_words(weights):
    W = _t(weights)
    later = torch.ones_like(W).triu(1).bool()
    return W.masked_fill(~later, 0.0).sum(dim=1).numpy()
