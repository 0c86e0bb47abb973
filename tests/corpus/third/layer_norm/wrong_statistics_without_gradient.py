# wrong: the module computes mean and variance under no_grad; the values are right, the gradient at x is not (it must flow through the statistics).
import numpy as np
import torch
from torch import nn


def _along(x, axis, eps):
    centred = x - x.mean(axis, keepdims=True)
    return centred / (np.square(centred).mean(axis, keepdims=True) + eps) ** 0.5


def layer_norm(x, gamma, beta, eps):
    return gamma * _along(x, -1, eps) + beta


def batch_norm(x, gamma, beta, eps):
    return gamma * _along(x, 0, eps) + beta


def padded_statistics(x, n_pad):
    n = x.shape[0]
    mean = x.sum(0) / (n + n_pad)
    mean_square = (x**2).sum(0) / (n + n_pad)
    return mean, mean_square - mean**2


class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x):
        with torch.no_grad():  # statistics are not trained
            mean = x.mean(-1, keepdim=True)
            std = torch.sqrt(x.var(-1, keepdim=True, unbiased=False) + self.eps)
        return self.gamma * ((x - mean) / std) + self.beta
