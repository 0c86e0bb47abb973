# right: centring as multiplication by I - 1/n, variances by einsum, batch norm as layer norm of the transpose
import numpy as np
import torch
from torch import nn


def centring(n):
    return np.eye(n) - np.full((n, n), 1 / n)


def normalised(x, eps):
    d = x.shape[-1]
    c = (x - x[..., :1]) @ centring(d)
    variance = np.einsum("...i,...i->...", c, c) / d
    return c / np.sqrt(variance + eps)[..., np.newaxis]


def layer_norm(x, gamma, beta, eps):
    return normalised(x, eps) * gamma + beta


def batch_norm(x, gamma, beta, eps):
    return normalised(x.T, eps).T * gamma + beta


def padded_statistics(x, n_pad):
    padded = np.vstack((x, np.zeros((n_pad, x.shape[1]))))
    c = centring(len(padded)) @ padded
    return padded.sum(0) / len(padded), np.diag(c.T @ c) / len(padded)


class LayerNorm(nn.Module):
    def __init__(self, d_model, eps):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x):
        variance, mean = torch.var_mean(x, -1, unbiased=False, keepdim=True)
        return torch.addcmul(self.beta, self.gamma, (x - mean) * torch.rsqrt(variance + self.eps))
