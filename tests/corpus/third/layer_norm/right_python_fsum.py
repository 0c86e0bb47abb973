# right: pure Python per token with math.fsum; the module is written with explicit torch sums.
import math

import numpy as np
import torch
from torch import nn


def _normalised(numbers, eps):
    numbers = [float(v) for v in numbers]
    mean = math.fsum(numbers) / len(numbers)
    variance = math.fsum((v - mean) ** 2 for v in numbers) / len(numbers)
    return [(v - mean) / math.sqrt(variance + eps) for v in numbers]


def layer_norm(x, gamma, beta, eps):
    result = np.empty(x.shape)
    for place in np.ndindex(*x.shape[:-1]):
        result[place] = [g * v + b for g, v, b in zip(gamma, _normalised(x[place], eps), beta)]
    return result


def batch_norm(x, gamma, beta, eps):
    result = np.empty(x.shape)
    for f in range(x.shape[1]):
        result[:, f] = [float(gamma[f]) * v + float(beta[f]) for v in _normalised(x[:, f], eps)]
    return result


def padded_statistics(x, n_pad):
    total = len(x) + n_pad
    mean, variance = [], []
    for f in range(x.shape[1]):
        column = [float(v) for v in x[:, f]]
        m = math.fsum(column) / total
        mean.append(m)
        variance.append((math.fsum((v - m) ** 2 for v in column) + n_pad * m * m) / total)
    return np.array(mean), np.array(variance)


class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x):
        d = x.shape[-1]
        centred = x - x.sum(-1, keepdim=True) / d
        variance = (centred * centred).sum(-1, keepdim=True) / d
        return self.gamma * centred / torch.sqrt(variance + self.eps) + self.beta
