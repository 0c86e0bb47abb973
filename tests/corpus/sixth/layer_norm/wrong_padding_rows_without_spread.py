# wrong: padded_statistics leaves the distance of the zero rows from the mean out of the variance; any n_pad > 0 with a mean other than 0.
import numpy as np
import torch
from torch import nn


def _normalise(x, axis, gamma, beta, eps):
    x = np.asarray(x, dtype=np.float64)
    mean = x.mean(axis=axis, keepdims=True)
    centred = x - mean
    variance = (centred**2).mean(axis=axis, keepdims=True)
    return gamma * centred / np.sqrt(variance + eps) + beta


def layer_norm(x, gamma, beta, eps):
    return _normalise(x, -1, gamma, beta, eps)


def batch_norm(x, gamma, beta, eps):
    return _normalise(x, 0, gamma, beta, eps)


def padded_statistics(x, n_pad):
    words = np.asarray(x, dtype=np.float64)
    rows = len(words) + n_pad
    mean = words.sum(axis=0) / rows
    spread = ((words - mean) ** 2).sum(axis=0)
    variance = spread / rows
    return mean, variance


class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x):
        y = x.double()
        centred = y - y.mean(dim=-1, keepdim=True)
        variance = (centred * centred).mean(dim=-1, keepdim=True)
        result = self.gamma * centred / torch.sqrt(variance + self.eps) + self.beta
        return result.to(x.dtype)
