# wrong: batch_norm takes items that are all zeros for padding and leaves them out of its statistics; shows for an item of zeros.
import numpy as np
import torch
from torch import nn


def layer_norm(x, gamma, beta, eps):
    mean = x.mean(axis=-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(axis=-1, keepdims=True)
    normalised = (x - mean) / np.sqrt(variance + eps)
    return gamma * normalised + beta


def batch_norm(x, gamma, beta, eps):
    real = x[(x != 0).any(axis=1)]
    mean = real.mean(axis=0)
    var = ((real - mean) ** 2).mean(axis=0)
    return gamma * (x - mean) / np.sqrt(var + eps) + beta


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
        mean = x.mean(dim=-1, keepdim=True)
        variance = ((x - mean) ** 2).mean(dim=-1, keepdim=True)
        normalised = (x - mean) / torch.sqrt(variance + self.eps)
        return self.gamma * normalised + self.beta
