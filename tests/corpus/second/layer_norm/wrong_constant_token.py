# wrong: layer_norm gives 0 instead of beta for tokens whose features are all equal
import numpy as np
import torch
from torch import nn


def layer_norm(x, gamma, beta, eps):
    mu = x.mean(axis=-1, keepdims=True)
    var = x.var(axis=-1, keepdims=True)
    y = gamma * (x - mu) / np.sqrt(var + eps) + beta
    flat = np.ptp(x, axis=-1, keepdims=True) == 0
    return np.where(flat, 0.0, y)


def _columns(x, eps):
    t = x - x[:1]
    t = t - t.mean(0)
    return t / np.sqrt((t * t).mean(0) + eps)


def batch_norm(x, gamma, beta, eps):
    return _columns(x, eps) * gamma + beta


def padded_statistics(x, n_pad):
    weights = np.concatenate([np.ones(len(x)), np.zeros(n_pad)])
    padded = np.pad(x, ((0, n_pad), (0, 0)))
    mean = weights @ padded / len(padded)
    deviation = padded - mean
    return mean, np.einsum("ij,ij->j", deviation, deviation) / len(padded)


class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def normalised(self, x):
        centred = x - x.mean(-1, True)
        return centred / (centred.pow(2).mean(-1, True) + self.eps).sqrt()

    def forward(self, x):
        return torch.addcmul(self.beta, self.gamma, self.normalised(x))
