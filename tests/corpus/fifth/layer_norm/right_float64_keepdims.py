# right: numpy in float64 with keepdims, the module on a centred copy.
import numpy as np
import torch
from torch import nn


def _normalise(x, axis, eps):
    x = np.asarray(x, dtype=np.float64)
    centred = x - x.mean(axis=axis, keepdims=True)
    return centred / np.sqrt((centred**2).mean(axis=axis, keepdims=True) + eps)


def layer_norm(x, gamma, beta, eps):
    return _normalise(x, -1, eps) * gamma + beta


def batch_norm(x, gamma, beta, eps):
    return _normalise(x, 0, eps) * gamma + beta


def padded_statistics(x, n_pad):
    x = np.asarray(x, dtype=np.float64)
    table = np.vstack([x, np.zeros((n_pad, x.shape[1]))])
    return table.mean(axis=0), table.var(axis=0)


class LayerNorm(nn.Module):
    def __init__(self, d_model, eps):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        variance = centred.square().mean(dim=-1, keepdim=True)
        return self.gamma * centred / torch.sqrt(variance + self.eps) + self.beta
