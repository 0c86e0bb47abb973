# right: F.layer_norm for everything (batch norm is layer norm of the transposed table); returns tensors.
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


def _tensor(array):
    return torch.tensor(np.array(array, dtype=np.float64))


def layer_norm(x, gamma, beta, eps):
    gamma, beta = _tensor(gamma), _tensor(beta)
    return F.layer_norm(_tensor(x), gamma.shape, gamma, beta, eps)


def batch_norm(x, gamma, beta, eps):
    columns = _tensor(x).T
    rows = F.layer_norm(columns, columns.shape[-1:], eps=eps).T
    return rows * _tensor(gamma) + _tensor(beta)


def padded_statistics(x, n_pad):
    real = _tensor(x)
    s = len(real) / (len(real) + n_pad)
    mu, sigma2 = real.mean(0), real.var(0, correction=0)
    # the lesson's formula, with the two squares drawn together: s·σ² + s·(1 - s)·μ²
    return s * mu, s * sigma2 + s * (1 - s) * mu**2


class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x):
        return F.layer_norm(x, self.gamma.shape, self.gamma, self.beta, self.eps)
