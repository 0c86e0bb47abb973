# wrong: the padded variance only rescales the variance of the words and forgets how far their mean is from 0; n_pad = 100 on the table z shows it.
import math

import numpy as np
import torch
from torch import nn


def _one(numbers, eps):
    numbers = [float(v) for v in numbers]
    mu = math.fsum(numbers) / len(numbers)
    variance = math.fsum((v - mu) ** 2 for v in numbers) / len(numbers)
    return [(v - mu) / math.sqrt(variance + eps) for v in numbers]


def layer_norm(x, gamma, beta, eps):
    result = np.empty(x.shape)
    for index in np.ndindex(*x.shape[:-1]):
        result[index] = np.array(_one(x[index], eps)) * gamma + beta
    return result


def batch_norm(x, gamma, beta, eps):
    result = np.empty(x.shape)
    for j in range(x.shape[1]):
        result[:, j] = gamma[j] * np.array(_one(x[:, j], eps)) + beta[j]
    return result


def padded_statistics(x, n_pad):
    x = x.astype(np.float64)
    share = len(x) / (len(x) + n_pad)
    return share * x.mean(0), share * x.var(0)


class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        dtype = torch.promote_types(x.dtype, self.gamma.dtype)
        return nn.functional.layer_norm(
            x.to(dtype), self.gamma.shape, self.gamma.to(dtype), self.beta.to(dtype), self.eps
        )
