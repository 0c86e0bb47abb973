# right: plain loops over tokens and features, torch with correction=0 in the module.
import math

import numpy as np
import torch
from torch import nn


def _one(numbers, eps):
    numbers = [float(number) for number in numbers]
    mean = math.fsum(numbers) / len(numbers)
    variance = math.fsum((number - mean) ** 2 for number in numbers) / len(numbers)
    return [(number - mean) / math.sqrt(variance + eps) for number in numbers]


def layer_norm(x, gamma, beta, eps):
    x = np.asarray(x)
    result = np.zeros(x.shape)
    for where in np.ndindex(x.shape[:-1]):
        result[where] = np.array(_one(x[where], eps)) * gamma + beta
    return result


def batch_norm(x, gamma, beta, eps):
    x = np.asarray(x)
    columns = [np.array(_one(x[:, j], eps)) * gamma[j] + beta[j] for j in range(x.shape[1])]
    return np.stack(columns, axis=1)


def padded_statistics(x, n_pad):
    x = np.asarray(x, dtype=float)
    padded = np.concatenate([x, np.zeros((n_pad, x.shape[1]))])
    return padded.mean(axis=0), padded.var(axis=0)


class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x):
        variance, mean = torch.var_mean(x.double(), dim=-1, correction=0, keepdim=True)
        normal = (x.double() - mean) * torch.rsqrt(variance + self.eps)
        return (normal * self.gamma + self.beta).to(x.dtype)
