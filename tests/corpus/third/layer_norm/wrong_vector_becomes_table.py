# wrong: layer_norm makes a single vector into a table of one row and returns (1, d_model) for an x of (d_model,).
import numpy as np
import torch
from torch import nn


def layer_norm(x, gamma, beta, eps):
    table = np.atleast_2d(x)
    tokens = table.reshape(-1, table.shape[-1])
    out = np.empty(tokens.shape)
    for i, token in enumerate(tokens):
        mu = token.sum() / len(token)
        sigma2 = ((token - mu) ** 2).sum() / len(token)
        out[i] = gamma * (token - mu) / np.sqrt(sigma2 + eps) + beta
    return out.reshape(table.shape)


def batch_norm(x, gamma, beta, eps):
    out = np.empty(x.shape)
    for j in range(x.shape[1]):
        column = x[:, j]
        mu = column.sum() / len(column)
        sigma2 = ((column - mu) ** 2).sum() / len(column)
        out[:, j] = gamma[j] * (column - mu) / np.sqrt(sigma2 + eps) + beta[j]
    return out


def padded_statistics(x, n_pad):
    total = x.shape[0] + n_pad
    mean = x.sum(axis=0) / total
    variance = (((x - mean) ** 2).sum(axis=0) + n_pad * mean**2) / total
    return mean, variance


class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x):
        mu = x.mean(dim=-1, keepdim=True)
        sigma2 = ((x - mu) ** 2).mean(dim=-1, keepdim=True)
        return self.gamma * (x - mu) / (sigma2 + self.eps).sqrt() + self.beta
