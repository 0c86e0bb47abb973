# wrong: forward normalises axis 1 and shifts before it scales; batch_norm divides the variance by n - 1
import numpy as np
import torch
from torch import nn


def layer_norm(x, gamma, beta, eps):
    mean = x.mean(axis=-1, keepdims=True)
    var = x.var(axis=-1, keepdims=True)
    return gamma * (x - mean) / np.sqrt(var + eps) + beta


def batch_norm(x, gamma, beta, eps):
    t = torch.tensor(x)
    mu = t.mean(dim=0, keepdim=True)
    var = t.var(dim=0, keepdim=True)
    z = (t - mu) / torch.sqrt(var + eps)
    return z * torch.tensor(gamma) + torch.tensor(beta)


def padded_statistics(x, n_pad):
    padded = np.vstack([x, np.zeros((n_pad, x.shape[1]))])
    return padded.mean(axis=0), padded.var(axis=0)


class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x):
        dim = 1 if x.dim() > 1 else 0
        mu = x.mean(dim=dim, keepdim=True)
        var = x.var(dim=dim, keepdim=True, unbiased=False)
        z = (x - mu) / torch.sqrt(var + self.eps)
        return self.gamma * (z + self.beta)
