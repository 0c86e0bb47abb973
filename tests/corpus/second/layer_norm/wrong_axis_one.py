# wrong: layer_norm takes mean and variance along axis 1: one vector or a batch of sequences goes wrong, a table is right
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F


def layer_norm(x, gamma, beta, eps):
    mean = np.mean(x, axis=1, keepdims=True)
    var = np.mean((x - mean) ** 2, axis=1, keepdims=True)
    return gamma * ((x - mean) / np.sqrt(var + eps)) + beta


def batch_norm(x, gamma, beta, eps):
    t = torch.tensor(x)
    var, mean = torch.var_mean(t, dim=0, correction=0)
    return torch.tensor(gamma) * (t - mean) * torch.rsqrt(var + eps) + torch.tensor(beta)


def padded_statistics(x, n_pad):
    t = torch.tensor(x, dtype=torch.float64)
    var, mean = torch.var_mean(t, dim=0, correction=0)
    s = len(t) / (len(t) + n_pad)
    return s * mean, s * (var + mean**2) - (s * mean) ** 2


class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x):
        return F.layer_norm(x, self.gamma.shape, self.gamma, self.beta, self.eps)
