"""One formula for numpy and torch alike; batch norm is layer norm of the turned table."""

import numpy as np
import torch
from torch import nn


def layer_norm(x, gamma, beta, eps):
    centred = x - x.mean(-1)[..., None]
    variance = (centred**2).mean(-1)[..., None]
    return gamma * (centred / (variance + eps) ** 0.5) + beta


def batch_norm(x, gamma, beta, eps):
    return gamma * layer_norm(x.T, 1.0, 0.0, eps).T + beta


def padded_statistics(x, n_pad):
    padded = np.zeros((x.shape[0] + n_pad, x.shape[1]))
    padded[: x.shape[0]] = x
    return np.average(padded, axis=0), np.var(padded, axis=0)


class LayerNorm(nn.Module):
    def __init__(self, d_model, eps):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x):
        return layer_norm(x, self.gamma, self.beta, self.eps)
