"""Variance as mean of squares minus square of the mean, after a shift that keeps both small; closed-form padding."""

import numpy as np
import torch
from torch import nn


def layer_norm(x, gamma, beta, eps):
    x = x - x[..., :1]  # a constant added to a whole token is lost anyway
    mean = np.mean(x, axis=-1, keepdims=True)
    variance = np.mean(x * x, axis=-1, keepdims=True) - mean**2
    scale = gamma / np.sqrt(variance + eps)
    return x * scale + (beta - mean * scale)


def batch_norm(x, gamma, beta, eps):
    x = x - x[:1]
    mean = np.mean(x, axis=0)
    scale = gamma / np.sqrt(np.mean(x * x, axis=0) - mean**2 + eps)
    return x * scale + (beta - mean * scale)


def padded_statistics(x, n_pad):
    share = x.shape[0] / (x.shape[0] + n_pad)
    mean = share * x.mean(axis=0)
    return mean, share * (x**2).mean(axis=0) - mean**2


class LayerNorm(nn.Module):
    def __init__(self, d_model, eps):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x):
        x = x - x[..., :1]
        mean = x.mean(-1, keepdim=True)
        variance = (x * x).mean(-1, keepdim=True) - mean * mean
        return torch.addcmul(self.beta, self.gamma, (x - mean) * (variance + self.eps).rsqrt())
