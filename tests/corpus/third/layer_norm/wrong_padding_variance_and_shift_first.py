# wrong: padded_statistics forgets the squares of the means in the variance (any n_pad above 0), and layer_norm adds beta before it multiplies by gamma.
import numpy as np
import torch
from torch import nn


def layer_norm(x, gamma, beta, eps):
    mu = x.mean(axis=-1, keepdims=True)
    var = x.var(axis=-1, keepdims=True)
    normed = (x - mu) / np.sqrt(var + eps)
    return gamma * (normed + beta)


def batch_norm(x, gamma, beta, eps):
    mu = x.mean(axis=0)
    var = x.var(axis=0)
    normed = (x - mu) / np.sqrt(var + eps)
    return normed * gamma + beta


def padded_statistics(x, n_pad):
    share = x.shape[0] / (x.shape[0] + n_pad)
    return share * x.mean(axis=0), share * x.var(axis=0)


class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x):
        mu = torch.mean(x, -1, keepdim=True)
        var = torch.mean((x - mu) ** 2, -1, keepdim=True)
        normed = (x - mu) / torch.sqrt(var + self.eps)
        return torch.mul(normed, self.gamma) + self.beta
