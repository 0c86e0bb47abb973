"""PyTorch's own operators do the work."""

import torch
from torch import nn
from torch.nn import functional


def layer_norm(x, gamma, beta, eps):
    x, gamma, beta = (torch.as_tensor(a) for a in (x, gamma, beta))
    return functional.layer_norm(x, gamma.shape, gamma, beta, eps)


def batch_norm(x, gamma, beta, eps):
    x, gamma, beta = (torch.as_tensor(a) for a in (x, gamma, beta))
    return functional.batch_norm(x, None, None, gamma, beta, training=True, eps=eps)


def padded_statistics(x, n_pad):
    padded = functional.pad(torch.as_tensor(x), (0, 0, 0, n_pad))
    variance, mean = torch.var_mean(padded, dim=0, correction=0)
    return mean, variance


class LayerNorm(nn.Module):
    def __init__(self, d_model, eps):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x):
        return functional.layer_norm(x, self.gamma.shape, self.gamma, self.beta, self.eps)
