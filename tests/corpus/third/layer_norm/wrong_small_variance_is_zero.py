# wrong: layer_norm sets a token to beta whenever its variance is not above eps, meant for constant tokens; wrong for a token with a small variance.
import numpy as np
import torch
from torch import nn


def layer_norm(x, gamma, beta, eps):
    mu = x.mean(axis=-1, keepdims=True)
    var = np.square(x - mu).mean(axis=-1, keepdims=True)
    safe = np.where(var > eps, var, 1.0)
    normed = np.where(var > eps, (x - mu) / np.sqrt(safe + eps), 0.0)  # equal features become 0, not 0/0
    return gamma * normed + beta


def batch_norm(x, gamma, beta, eps):
    mu = np.average(x, axis=0)
    var = np.average(np.square(x - mu), axis=0)
    return gamma * ((x - mu) / np.sqrt(var + eps)) + beta


def padded_statistics(x, n_pad):
    z = np.r_[x, np.zeros((n_pad, x.shape[1]))]
    mu = np.average(z, axis=0)
    return mu, np.average(np.square(z - mu), axis=0)


class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x):
        mu = x.mean(-1, keepdim=True)
        var = (x - mu).square().mean(-1, keepdim=True)
        return self.gamma * (x - mu) / (var + self.eps) ** 0.5 + self.beta
