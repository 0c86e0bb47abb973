# wrong: padded_statistics fills a table by table[:-n_pad] = x, which is empty when n_pad is 0
import numpy as np
import torch
from torch import nn


def _normalise(x, axis, gamma, beta, eps):
    x = np.asarray(x, dtype=np.float64)
    centred = x - x.mean(axis=axis, keepdims=True)
    variance = np.mean(centred**2, axis=axis, keepdims=True)
    return gamma * centred / np.sqrt(variance + eps) + beta


def layer_norm(x, gamma, beta, eps):
    return _normalise(x, -1, gamma, beta, eps)


def batch_norm(x, gamma, beta, eps):
    return _normalise(x, 0, gamma, beta, eps)


def padded_statistics(x, n_pad):
    table = np.zeros((x.shape[0] + n_pad, x.shape[1]))
    table[:-n_pad] = x
    return np.mean(table, axis=0), np.var(table, axis=0)


class LayerNorm(nn.Module):
    """Layer norm with learned gamma and beta."""

    def __init__(self, d_model, eps):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        variance = centred.square().mean(dim=-1, keepdim=True)
        return self.gamma * centred * torch.rsqrt(variance + self.eps) + self.beta
