# wrong: padded_statistics throws away real words that are all zeros and does not count them, so a zero vector among the words changes the result.
import numpy as np
import torch
from torch import nn


def layer_norm(x, gamma, beta, eps):
    flat = x.reshape(-1, x.shape[-1])
    flat = (flat.T - flat.mean(1)).T
    flat = (flat.T / np.sqrt((flat**2).mean(1) + eps)).T
    return (flat * gamma + beta).reshape(x.shape)


def batch_norm(x, gamma, beta, eps):
    centred = x - x.mean(0)
    return centred / np.sqrt((centred**2).mean(0) + eps) * gamma + beta


def padded_statistics(x, n_pad):
    words = x[np.abs(x).sum(axis=1) > 0]  # in case x brings padding of its own
    n = len(words)
    mean = words.sum(axis=0) / (n + n_pad)
    squares = ((words - mean) ** 2).sum(axis=0) + n_pad * mean**2
    return mean, squares / (n + n_pad)


class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x):
        flat = x.reshape(-1, x.shape[-1])
        flat = flat - flat.mean(1, keepdim=True)
        flat = flat * torch.rsqrt((flat**2).mean(1, keepdim=True) + self.eps)
        return (flat * self.gamma + self.beta).reshape(x.shape)
