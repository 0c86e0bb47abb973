# wrong: batch_norm works in place on np.asarray(x, float64), which is the caller's own array whenever x is float64 already.
import numpy as np
import torch
from torch import nn


def layer_norm(x, gamma, beta, eps):
    y = np.array(x, dtype=np.float64)
    y -= y.mean(axis=-1, keepdims=True)
    y /= np.sqrt(np.mean(y**2, axis=-1, keepdims=True) + eps)
    return y * gamma + beta


def batch_norm(x, gamma, beta, eps):
    y = np.asarray(x, dtype=np.float64)  # a copy in double precision
    y -= y.mean(axis=0)
    y /= np.sqrt(np.mean(y**2, axis=0) + eps)
    return y * gamma + beta


def padded_statistics(x, n_pad):
    rows = list(x) + [np.zeros(x.shape[1])] * n_pad
    rows = np.array(rows)
    mean = rows.mean(axis=0)
    return mean, ((rows - mean) ** 2).mean(axis=0)


class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x):
        y = x - x.mean(-1, keepdim=True)
        y = y / torch.sqrt((y**2).mean(-1, keepdim=True) + self.eps)
        return y * self.gamma + self.beta
