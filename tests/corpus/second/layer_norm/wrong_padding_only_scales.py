# wrong: padded_statistics gives s * variance, without the part that comes from the shifted mean, when n_pad > 0
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F


def layer_norm(x, gamma, beta, eps):
    t = torch.tensor(x)
    g = torch.tensor(gamma, dtype=t.dtype)
    b = torch.tensor(beta, dtype=t.dtype)
    return F.layer_norm(t, (t.shape[-1],), g, b, eps)


def batch_norm(x, gamma, beta, eps):
    t = torch.tensor(x)
    var, mean = torch.var_mean(t, dim=0, correction=0)
    return torch.tensor(gamma) * (t - mean) * torch.rsqrt(var + eps) + torch.tensor(beta)


def padded_statistics(x, n_pad):
    t = torch.tensor(x)
    n = t.shape[0]
    share = n / (n + n_pad)
    mean = t.mean(0) * share
    variance = t.var(0, correction=0) * share
    return mean, variance


class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x):
        return F.layer_norm(x, self.gamma.shape, self.gamma, self.beta, self.eps)
