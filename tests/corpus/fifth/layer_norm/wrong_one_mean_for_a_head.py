# wrong: the module takes one mean for each table of an input with four axes; right for one, two and three axes.
import numpy as np
import torch
from torch import nn


def layer_norm(x, gamma, beta, eps):
    mean = x.mean(axis=-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(axis=-1, keepdims=True)
    normalised = (x - mean) / np.sqrt(variance + eps)
    return gamma * normalised + beta


def batch_norm(x, gamma, beta, eps):
    mean = x.mean(axis=0)
    variance = ((x - mean) ** 2).mean(axis=0)
    normalised = (x - mean) / np.sqrt(variance + eps)
    return gamma * normalised + beta


def padded_statistics(x, n_pad):
    padding = np.zeros((n_pad, x.shape[1]))
    padded = np.concatenate([x, padding])
    mean = padded.mean(axis=0)
    variance = ((padded - mean) ** 2).mean(axis=0)
    return (mean, variance)


class LayerNorm(nn.Module):
    def __init__(self, d_model, eps):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x):
        axes = (-1,) if x.dim() < 4 else (-2, -1)
        mean = x.mean(axes, keepdim=True)
        var = x.var(axes, keepdim=True, correction=0)
        return self.gamma * (x - mean) / torch.sqrt(var + self.eps) + self.beta
