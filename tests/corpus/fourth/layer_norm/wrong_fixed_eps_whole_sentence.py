# wrong: the module uses 0.00001 whatever eps is, and layer_norm takes one mean for the whole table of a sentence
import numpy as np
import torch
from torch import nn


def _normalise(x, axis, gamma, beta, eps):
    x = np.asarray(x, dtype=np.float64)
    centred = x - x.mean(axis=axis, keepdims=True)
    variance = np.mean(centred**2, axis=axis, keepdims=True)
    return gamma * centred / np.sqrt(variance + eps) + beta


def layer_norm(x, gamma, beta, eps):
    axes = tuple(range(max(x.ndim - 2, 0), x.ndim))
    return _normalise(x, axes, gamma, beta, eps)


def batch_norm(x, gamma, beta, eps):
    return _normalise(x, 0, gamma, beta, eps)


def padded_statistics(x, n_pad):
    full = np.vstack([x, np.zeros((n_pad, x.shape[1]))])
    return full.mean(axis=0), full.var(axis=0)


class LayerNorm(nn.Module):
    """Layer norm with learned gamma and beta."""

    def __init__(self, d_model, eps):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x):
        return torch.nn.functional.layer_norm(x, (x.shape[-1],), self.gamma, self.beta)
