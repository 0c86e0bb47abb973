# wrong: layer_norm squeezes the means, so a position axis of length 1 gives (batch, batch, d_model); and batch_norm leaves a batch of one item unnormalised.
import numpy as np
import torch
from torch import nn


def layer_norm(x, gamma, beta, eps):
    count = x.shape[-1]
    ones = np.ones((count, 1)) / count
    mean = np.squeeze(x @ ones)[..., None]
    var = np.squeeze((x - mean) ** 2 @ ones)[..., None]
    return gamma * (x - mean) / np.sqrt(var + eps) + beta


def batch_norm(x, gamma, beta, eps):
    if x.shape[0] == 1:  # one item has no spread
        return gamma * x + beta
    mean, var = x.mean(axis=0), x.var(axis=0)
    return gamma * (x - mean) / np.sqrt(var + eps) + beta


def padded_statistics(x, n_pad):
    weights = np.r_[np.ones(len(x)), np.zeros(n_pad)]
    mean = x.T.dot(weights[: len(x)]) / weights.size
    second = (x**2).T.dot(weights[: len(x)]) / weights.size
    return mean, second - mean**2


class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        var = x.var(dim=-1, keepdim=True, unbiased=False)
        return (x - mean) * (var + self.eps).rsqrt() * self.gamma + self.beta
