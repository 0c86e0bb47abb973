# wrong: a token whose features are all equal is returned as it is, to avoid 0/0, instead of beta
import numpy as np
import torch
from torch import nn


def _t(a):
    return torch.tensor(np.array(a))


def layer_norm(x, gamma, beta, eps):
    x = np.asarray(x, dtype=float)
    std = x.std(axis=-1, keepdims=True)
    y = (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(std**2 + eps) * gamma + beta
    return np.where(std == 0, x, y)


def batch_norm(x, gamma, beta, eps):
    return np.asarray(layer_norm(x.T, np.ones(len(x)), np.zeros(len(x)), eps)).T * gamma + beta


def padded_statistics(x, n_pad):
    total = len(x) + n_pad
    mean = x.sum(axis=0) / total
    return mean, (((x - mean) ** 2).sum(axis=0) + n_pad * mean**2) / total


class LayerNorm(nn.Module):
    def __init__(self, d_model, eps):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x):
        variance, mean = torch.var_mean(x, dim=-1, keepdim=True, correction=0)
        return (x - mean) / torch.sqrt(variance + self.eps) * self.gamma + self.beta
