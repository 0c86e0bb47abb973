# wrong: layer_norm divides by d - 1, adds eps outside the root; padded_statistics keeps the words' own mean in the variance
import numpy as np
import torch
from torch import nn


def layer_norm(x, gamma, beta, eps):
    mean = np.mean(x, axis=-1, keepdims=True)
    std = np.std(x, axis=-1, ddof=1, keepdims=True)
    return gamma * (x - mean) / (std + eps) + beta


def batch_norm(x, gamma, beta, eps):
    mean = x.mean(axis=0)
    var = x.var(axis=0)
    return gamma * (x - mean) / np.sqrt(var + eps) + beta


def padded_statistics(x, n_pad):
    n = x.shape[0] + n_pad
    mean = x.sum(axis=0) / n
    variance = ((x - x.mean(axis=0)) ** 2).sum(axis=0) / n
    return mean, variance


class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        var = x.var(dim=-1, keepdim=True, correction=0)
        return self.gamma * (x - mean) / torch.sqrt(var + self.eps) + self.beta
