# wrong: the module computes mean and variance under no_grad, so values are right and the gradient of x is wrong
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
        with torch.no_grad():
            mean = x.mean(dim=-1, keepdim=True)
            scale = torch.rsqrt(x.var(dim=-1, keepdim=True, correction=0) + self.eps)
        return (x - mean) * scale * self.gamma + self.beta
