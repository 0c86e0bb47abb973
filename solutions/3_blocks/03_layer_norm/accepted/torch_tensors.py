"""The functions in torch, with tensors as results."""

import torch
from torch import nn


def normalise(x, dim, gamma, beta, eps):
    mean = x.mean(dim, keepdim=True)
    std = torch.sqrt(x.var(dim, keepdim=True, correction=0) + eps)
    return torch.addcmul(beta, gamma, (x - mean) / std)


def layer_norm(x, gamma, beta, eps):
    return normalise(torch.tensor(x), -1, torch.tensor(gamma), torch.tensor(beta), eps)


def batch_norm(x, gamma, beta, eps):
    return normalise(torch.tensor(x), 0, torch.tensor(gamma), torch.tensor(beta), eps)


def padded_statistics(x, n_pad):
    x = torch.tensor(x)
    padded = torch.cat([x, x.new_zeros(n_pad, x.shape[1])])
    return padded.mean(0), padded.var(0, correction=0)


class LayerNorm(nn.Module):
    def __init__(self, d_model, eps):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x):
        return normalise(x, -1, self.gamma, self.beta, self.eps)
