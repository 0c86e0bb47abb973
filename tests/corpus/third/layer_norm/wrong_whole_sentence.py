# wrong: layer_norm and the module take one mean for the whole sentence instead of one for each token (shows with two tokens or more).
import numpy as np
import torch
from torch import nn


def _sentence(x, gamma, beta, eps):
    mean = x.mean()
    std = np.sqrt(((x - mean) ** 2).mean() + eps)
    return gamma * (x - mean) / std + beta


def layer_norm(x, gamma, beta, eps):
    """Each sequence is normalised independently."""
    if x.ndim <= 2:
        return _sentence(x, gamma, beta, eps)
    return np.stack([layer_norm(s, gamma, beta, eps) for s in x])


def batch_norm(x, gamma, beta, eps):
    mean = x.mean(axis=0)
    std = np.sqrt(((x - mean) ** 2).mean(axis=0) + eps)
    return gamma * (x - mean) / std + beta


def padded_statistics(x, n_pad):
    full = np.vstack([x, np.zeros((n_pad, x.shape[1]))])
    return full.mean(axis=0), full.var(axis=0)


class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        axes = (-1,) if x.ndim == 1 else (-2, -1)
        mean = x.mean(dim=axes, keepdim=True)
        var = x.var(dim=axes, keepdim=True, correction=0)
        return self.gamma * (x - mean) / torch.sqrt(var + self.eps) + self.beta
