# wrong: batch_norm writes into the caller's x; layer_norm returns (1, d) for one vector.
import numpy as np
import torch
from torch import nn


def layer_norm(x, gamma, beta, eps):
    x = np.atleast_2d(x).astype(float)
    mean = x.mean(-1, keepdims=True)
    std = np.sqrt(x.var(-1, keepdims=True) + eps)
    return (x - mean) / std * gamma + beta


def batch_norm(x, gamma, beta, eps):
    x -= x.mean(0)
    return x / np.sqrt((x * x).mean(0) + eps) * gamma + beta


def padded_statistics(x, n_pad):
    share = len(x) / (len(x) + n_pad)
    mu, sigma2 = x.mean(0), x.var(0)
    return share * mu, share * (sigma2 + mu**2) - (share * mu) ** 2


class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x):
        x = x - x.mean(-1, keepdim=True)
        return x / torch.sqrt((x * x).mean(-1, keepdim=True) + self.eps) * self.gamma + self.beta
