# wrong: batch_norm uses torch's variance, divided by n - 1, and the module adds eps after the root
import numpy as np
import torch
from torch import nn


def _t(a):
    return torch.tensor(np.array(a))


def layer_norm(x, gamma, beta, eps):
    t = _t(x).double()
    variance, mean = torch.var_mean(t, dim=-1, keepdim=True, correction=0)
    return ((t - mean) / (variance + eps).sqrt() * _t(gamma) + _t(beta)).numpy()


def batch_norm(x, gamma, beta, eps):
    t = _t(x)
    return ((t - t.mean(0)) / torch.sqrt(t.var(0) + eps) * _t(gamma) + _t(beta)).numpy()


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
        mean = x.mean(-1, keepdim=True)
        std = x.std(-1, keepdim=True, correction=0)
        return (x - mean) / (std + self.eps) * self.gamma + self.beta
