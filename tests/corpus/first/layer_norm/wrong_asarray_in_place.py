# wrong: layer_norm subtracts the mean in place after np.asarray, which copies ints and float32 but not float64; the float64 x is changed
import math

import numpy as np
import torch
from torch import nn


def _mean_and_variance(numbers):
    n = len(numbers)
    mean = math.fsum(numbers) / n
    return mean, math.fsum((number - mean) ** 2 for number in numbers) / n


def layer_norm(x, gamma, beta, eps):
    y = np.asarray(x, dtype=np.float64)
    y -= y.mean(axis=-1, keepdims=True)
    variance = np.square(y).mean(axis=-1, keepdims=True)
    return y / np.sqrt(variance + eps) * gamma + beta


def batch_norm(x, gamma, beta, eps):
    result = np.zeros(x.shape)
    for j in range(x.shape[1]):
        mean, variance = _mean_and_variance(x[:, j].tolist())
        for i in range(x.shape[0]):
            result[i, j] = gamma[j] * (x[i, j] - mean) / math.sqrt(variance + eps) + beta[j]
    return result


def padded_statistics(x, n_pad):
    pairs = [_mean_and_variance(column.tolist() + [0.0] * n_pad) for column in x.T]
    means, variances = zip(*pairs)
    return np.array(means), np.array(variances)


class LayerNorm(nn.Module):
    def __init__(self, d_model, eps):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x):
        tokens = []
        for token in x.reshape(-1, x.shape[-1]):
            centred = token - token.sum() / len(token)
            variance = centred.dot(centred) / len(token)
            tokens.append(self.gamma * centred * (variance + self.eps) ** -0.5 + self.beta)
        return torch.stack(tokens).reshape(x.shape)
